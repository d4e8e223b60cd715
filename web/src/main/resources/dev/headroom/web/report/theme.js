// Light or dark, as the system has it until someone chooses; then the page is drawn.

function choose(theme) {
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.colorScheme = theme;
  render();
}

document.getElementById('theme').addEventListener('click', () => choose(dark() ? 'light' : 'dark'));
choose(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
