// Light or dark, as the system has it until someone chooses; then the page is drawn. On paper it is light, and nothing is closed.

function choose(theme) {
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.colorScheme = theme;
  render();
}

let onScreen = null;

addEventListener('beforeprint', () => {
  onScreen = {theme: document.documentElement.dataset.theme, closed: []};
  if (dark()) choose('light');
  if (typeof beforePrint === 'function') beforePrint();
  for (const fold of document.querySelectorAll('details:not([open])')) {
    onScreen.closed.push(fold);
    fold.open = true;
    fold.dispatchEvent(new Event('toggle')); // the browser's own one comes after the page is printed
  }
});
addEventListener('afterprint', () => {
  if (!onScreen) return;
  const {theme, closed} = onScreen;
  onScreen = null;
  closed.forEach(fold => fold.open = false);
  if (theme === 'dark') choose(theme);
});

// In a frame of the workbench the page around it decides.
addEventListener('message', event => {
  if (event.source === parent && parent !== window && ['light', 'dark'].includes(event.data?.theme)
    && event.data.theme !== document.documentElement.dataset.theme) choose(event.data.theme);
});
// It also has to know how high the page in the frame is.
if (parent !== window) {
  new ResizeObserver(() => parent.postMessage({height: document.body.getBoundingClientRect().height}, '*')).observe(document.body);
}
document.getElementById('theme').addEventListener('click', () => choose(dark() ? 'light' : 'dark'));
choose(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
