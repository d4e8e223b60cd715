// Start of the workbench: shows the token once, then the page that the address names.

import {post} from './api.js';
import {place} from './link.js';
import {errorText, head} from './parts.js';

/** Pages in the order of the list. */
const PAGES = {
  workbench: 'Workbench',
  kmin: 'ECN threshold',
  tcp: 'TCP beside RDMA',
  spraying: 'Spraying',
  rails: 'Rails',
  path: 'Data path',
  register: 'Registration',
  audit: 'Audit',
  fleet: 'Fleet',
  proof: 'Burn-in and watch',
  claims: 'Claims',
  cheat: 'Cheat sheet',
  glossary: 'Glossary',
  history: 'Timeline',
};

const main = document.getElementById('content');
let leave = () => {};

async function start() {
  choose(localStorage.getItem('headroom-theme') || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  document.getElementById('theme').addEventListener('click', () => {
    const theme = dark() ? 'light' : 'dark';
    localStorage.setItem('headroom-theme', theme);
    choose(theme);
    dispatchEvent(new Event('themechange'));
  });
  addEventListener('hashchange', go);
  await go();
}

function choose(theme) {
  document.documentElement.dataset.theme = theme;
  document.documentElement.style.colorScheme = theme;
}

/** Exchanges the token of the address for a cookie, and takes it out of the address. */
async function admit() {
  const token = /^#t=([0-9a-f]+)$/.exec(location.hash);
  if (token) {
    history.replaceState(null, '', '#/workbench');
    await post('/api/session', {token: token[1]});
  }
}

async function go() {
  leave();
  leave = () => {};
  const {page} = place();
  try {
    await admit();
    const named = PAGES[place().page] ? place().page : 'workbench';
    list(named);
    document.title = PAGES[named] + ' - Headroom';
    main.dataset.page = '';
    const module = await import('./' + named + '.js');
    main.replaceChildren();
    leave = await module.open(main, place().values) || (() => {});
    main.dataset.page = named;
  } catch (e) {
    if (e.status === 401) askForToken(page);
    else main.replaceChildren(head('Headroom', ''), errorText(e.message));
  }
}

function list(current) {
  document.getElementById('pages').replaceChildren(...Object.entries(PAGES).map(([name, title]) =>
    el('li', {}, el('a', {href: '#/' + name, 'aria-current': name === current && 'page'}, title))));
}

function askForToken(page) {
  const field = el('input', {type: 'password', id: 'token', autocomplete: 'off', size: 40});
  const failure = el('div');
  const enter = async event => {
    event.preventDefault();
    try {
      await post('/api/session', {token: field.value.trim()});
      location.hash = '#/' + (PAGES[page] ? page : 'workbench');
      await go();
    } catch (e) {
      failure.replaceChildren(errorText(e.message));
    }
  };
  main.replaceChildren(
    head('Open the address that the server printed', 'It ends in the token. You may also paste the token here.'),
    el('section', {}, el('form', {class: 'row', onsubmit: enter},
      el('label', {class: 'field'}, 'token', field), el('button', {class: 'main', type: 'submit'}, 'Open')), failure));
  main.dataset.page = 'token';
}

start();
