export {EditorState, Compartment} from '@codemirror/state';
export {EditorView, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, drawSelection, hoverTooltip} from '@codemirror/view';
export {defaultKeymap, history, historyKeymap, indentWithTab} from '@codemirror/commands';
export {yaml} from '@codemirror/lang-yaml';
export {HighlightStyle, syntaxHighlighting, indentUnit} from '@codemirror/language';
export {setDiagnostics, lintGutter, lintKeymap} from '@codemirror/lint';
export {autocompletion, completionKeymap, startCompletion} from '@codemirror/autocomplete';
export {search, searchKeymap} from '@codemirror/search';
export {tags} from '@lezer/highlight';
