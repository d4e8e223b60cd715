// Editor of a scenario: CodeMirror, in a shadow root, where its styles need no leave of the page's policy.

import {get} from './api.js';

const theme = {
  '&': {fontSize: '13px', color: 'var(--ink)', backgroundColor: 'var(--card)', maxHeight: '62vh'},
  '&.cm-focused': {outline: '2px solid var(--accent)', outlineOffset: '-2px'},
  '.cm-scroller': {fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, monospace', lineHeight: '1.5'},
  '.cm-gutters': {backgroundColor: 'var(--page)', color: 'var(--soft)', border: '0'},
  '.cm-activeLine, .cm-activeLineGutter': {backgroundColor: 'color-mix(in srgb, var(--accent) 9%, transparent)'},
  '.cm-cursor': {borderLeftColor: 'var(--ink)'},
  '.cm-tooltip': {backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--line)'},
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {backgroundColor: 'var(--accent)', color: 'var(--card)'},
  '.cm-completionInfo': {maxWidth: '460px', whiteSpace: 'pre-wrap', fontSize: '12px'},
  '.cm-completionDetail': {color: 'var(--soft)', fontStyle: 'normal'},
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {backgroundColor: 'color-mix(in srgb, var(--accent) 25%, transparent)'},
};

/** The editor in a place. changed is called with its text 150 ms after the last key. */
export async function openEditor(place, text, changed) {
  const cm = await import('/vendor/codemirror.js');
  const root = place.attachShadow({mode: 'open'});
  const holder = document.createElement('div');
  root.append(holder);
  let timer = 0;
  const looks = cm.HighlightStyle.define([
    {tag: [cm.tags.propertyName, cm.tags.definition(cm.tags.propertyName)], color: 'var(--accent)'},
    {tag: cm.tags.comment, color: 'var(--soft)', fontStyle: 'italic'},
    {tag: [cm.tags.string, cm.tags.number], color: 'var(--good)'},
  ]);
  const view = new cm.EditorView({
    root,
    parent: holder,
    state: cm.EditorState.create({doc: text, extensions: [
      cm.lineNumbers(), cm.lintGutter(), cm.history(), cm.drawSelection(), cm.highlightActiveLine(), cm.highlightActiveLineGutter(),
      cm.yaml(), cm.indentUnit.of('  '), cm.syntaxHighlighting(looks), cm.EditorView.lineWrapping, cm.search(),
      cm.autocompletion({override: [completions], icons: false}),
      cm.keymap.of([...cm.completionKeymap, ...cm.lintKeymap, ...cm.searchKeymap, ...cm.defaultKeymap, ...cm.historyKeymap]),
      cm.EditorView.theme(theme),
      cm.EditorView.contentAttributes.of({'aria-label': 'scenario in YAML'}),
      cm.EditorView.updateListener.of(update => {
        if (update.docChanged) {
          clearTimeout(timer);
          timer = setTimeout(() => changed(view.state.doc.toString()), 150);
        }
      }),
    ]}),
  });
  return {
    text: () => view.state.doc.toString(),
    set(other) {
      view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: other}});
    },
    /** Marks problems at their line; those of no line at the first. */
    mark(problems) {
      const document = view.state.doc;
      const marks = problems.map(problem => {
        const line = document.line(Math.min(document.lines, Math.max(1, problem.line)));
        const from = Math.min(line.to, line.from + Math.max(0, problem.column - 1));
        return {from, to: Math.max(from, line.to), severity: 'error', message: words(problem)};
      });
      view.dispatch(cm.setDiagnostics(view.state, marks.sort((a, b) => a.from - b.from)));
    },
    goTo(number) {
      const line = view.state.doc.line(Math.min(view.state.doc.lines, Math.max(1, number)));
      view.dispatch({selection: {anchor: line.from}, effects: cm.EditorView.scrollIntoView(line.from, {y: 'center'})});
      view.focus();
    },
    view,
    close() {
      clearTimeout(timer);
      view.destroy();
    },
  };
}

export function words(problem) {
  return (problem.key ? problem.key + ': ' : '') + problem.what + (problem.right ? '; ' + problem.right : '');
}

const asked = new Map();

async function keysAt(path) {
  if (!asked.has(path)) asked.set(path, await get('/api/keys?at=' + encodeURIComponent(path)));
  return asked.get(path);
}

/** Keys, or values behind a key, from the schema and the settings that the server knows. */
async function completions(context) {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  if (before.includes('#')) return null;
  const {path, word, isValue} = whereabouts(context.state.doc, line.number, before);
  if (!word && !context.explicit && !isValue) return null;
  const found = await keysAt(path.join('.'));
  const options = isValue
    ? found.values.map(value => ({label: value, type: 'constant'}))
    : found.keys.map(key => ({
      label: key.name,
      apply: key.name + (key.isBlock ? ':' : ': '),
      detail: key.detail && 'default ' + key.detail,
      info: key.info ? () => { const text = document.createElement('div'); text.textContent = key.info; return text; } : undefined,
    }));
  return options.length ? {from: context.pos - word.length, options, validFor: /^[\w-]*$/} : null;
}

/** The keys above a place, by indentation and braces; the word that is begun; whether a value stands there. */
export function whereabouts(doc, number, before) {
  const path = [];
  let rest = before;
  let indent = /^[\s-]*/.exec(before)[0].length;
  const braces = [];
  for (const part of before.matchAll(/([\w.-]+):\s*\{|\}/g)) part[0] === '}' ? braces.pop() : braces.push(part);
  if (braces.length) {
    const last = braces.at(-1);
    rest = before.slice(last.index + last[0].length).split(',').at(-1);
    path.push(...braces.map(brace => brace[1]));
  }
  const value = /([\w.-]+):\s*([\w.-]*)$/.exec(rest);
  const word = value ? value[2] : /[\w-]*$/.exec(rest)[0];
  for (let above = number - 1; above >= 1 && indent > 0; above--) {
    const text = doc.line(above).text;
    const key = /^([\s-]*)([\w.-]+):/.exec(text);
    if (key && key[1].length < indent) {
      path.unshift(key[2]);
      indent = key[1].length;
    }
  }
  if (value) path.push(value[1]);
  return {path, word, isValue: !!value};
}
