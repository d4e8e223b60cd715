// Start of the workbench: shows the token once, then the page that the address names.

import {GONE, post} from './api.js';
import {name, place} from './link.js';
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

let main = document.getElementById('content');
let leave = () => {};

/** How often the reader has gone somewhere: what a page that was left still has to do is nobody's any more. */
let going = 0;

async function start() {
  choose(localStorage.getItem('headroom-theme') || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  document.getElementById('theme').addEventListener('click', () => {
    const theme = dark() ? 'light' : 'dark';
    localStorage.setItem('headroom-theme', theme);
    choose(theme);
    dispatchEvent(new Event('themechange'));
    document.querySelectorAll('.drawing').forEach(place => { place.drawnAt = 0; }); // some have colours of the theme in them
    fit();
  });
  document.querySelector('.skip').addEventListener('click', event => {
    event.preventDefault(); // the part behind # names pages here
    main.focus();
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
  const mine = ++going;
  leave();
  leave = () => {};
  const {page} = place();
  try {
    await admit();
    const named = PAGES[place().page] ? place().page : 'workbench';
    if (place().page !== named) name(named);
    list(named);
    document.title = PAGES[named] + ' - Headroom';
    main.dataset.page = '';
    const module = await import('./' + named + '.js').catch(() => {
      throw new Error(GONE);
    });
    if (mine !== going) return;
    const own = clear();
    const left = await module.open(own, place().values) || (() => {});
    if (mine !== going) {
      left();
      return;
    }
    leave = left;
    own.dataset.page = named;
  } catch (e) {
    if (mine !== going) return;
    clear();
    if (e.status === 401) askForToken(page);
    else main.replaceChildren(head('Headroom', ''), errorText(e.message));
  }
}

/** An element for a page of its own: one that was left and still works does so where nobody sees it. */
function clear() {
  const empty = el('main', {id: 'content', tabindex: '-1'});
  main.replaceWith(empty);
  main = empty;
  return empty;
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
