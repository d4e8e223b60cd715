#!/bin/sh
# Makes the files of other projects that the workbench's pages load, from packages of exact versions:
# run by hand after a version below changes, and commit what it writes. Needs node and npm.
# VendoredFilesTest compares the files with the sums in sums.tsv.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
out=$here/../main/resources/dev/headroom/web/vendor
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init -y >/dev/null
npm install --no-audit --no-fund --save-exact uplot@1.6.32 esbuild@0.28.2 \
  @codemirror/autocomplete@6.20.4 @codemirror/commands@6.11.1 @codemirror/lang-yaml@6.1.3 \
  @codemirror/language@6.13.1 @codemirror/lint@6.9.8 @codemirror/search@6.7.2 \
  @codemirror/state@6.7.6 @codemirror/view@6.43.15 @lezer/highlight@1.2.5 \
  @lezer/common@1.5.5 @lezer/lr@1.4.12 @lezer/yaml@1.0.4
cp "$here/editor.js" editor.js
npx esbuild editor.js --bundle --minify --format=esm --legal-comments=none --outfile=codemirror.js
cp codemirror.js "$out/codemirror.js"
cp node_modules/uplot/dist/uPlot.iife.min.js "$out/uplot.js"
cp node_modules/uplot/dist/uPlot.min.css "$out/uplot.css"
cp node_modules/uplot/LICENSE "$out/uplot.LICENSE.txt"
(cd "$out" && for file in codemirror.js uplot.js uplot.css; do
  printf '%s\t%s\n' "$file" "$(sha256sum "$file" | cut -d' ' -f1)"
done) >"$here/sums.tsv"
cat "$here/sums.tsv"
