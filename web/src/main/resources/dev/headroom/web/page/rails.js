// Rails: what a NIC carries with more rails in a server, and with PCIe links that NICs share.

import {get, post, tab} from './api.js';
import {commandLine, copyButton, errorText, fold, head, plainTable} from './parts.js';
import {bars, stillFold} from './still.js';

const EXAMPLE = 'claims/rail-count.yaml';
const LINE_BPS = 800e9;
const RAILS = [1, 2, 4, 8];

/** Servers to compare. A stated value is that of the article, by rails. */
const SERVERS = [
  {name: 'own', label: 'a PCIe link for each NIC', sets: []},
  {name: 'two', label: 'two NICs share a link', sets: ['hosts.pcie.sharing=2'], from: 2},
  {name: 'four', label: 'four NICs share a link', sets: ['hosts.pcie.sharing=4'], from: 4},
  {name: 'article', label: 'root complex as the article has it', sets: ['preset=rails-article'], stated: {1: 98, 2: 95, 4: 89}},
];

export async function open(main) {
  const {text} = await get('/api/scenario?from=examples&name=' + encodeURIComponent(EXAMPLE));
  const cells = new Map();
  const rows = SERVERS.map(server => el('tr', {}, el('th', {scope: 'row'}, server.label), RAILS.map(rails => {
    const cell = el('td', {'data-cell': `${server.name}-${rails}`}, rails < (server.from || 1) ? '' : '…');
    cells.set(cell.dataset.cell, cell);
    return cell;
  })));
  const failure = el('div'), runs = [], digests = el('div', {class: 'wrapping'});
  const still = stillFold(width => bars('Goodput of a NIC', runs.map(run => ({label: `${run.server.label}, ${run.rails === 1 ? '1 rail' : run.rails + ' rails'}`,
    words: `${run.percent.toFixed(1)} %${run.stated ? `, stated ${run.stated} %` : ''}`, share: run.percent / 100, mark: run.stated && run.stated / 100})), width));
  main.append(
    head('Rails', 'Two servers send to each other over 800 Gb/s NICs, each on its rail. What of the line rate does a NIC carry when a server has more of them?'),
    el('section', {}, el('h2', {}, 'Goodput of a NIC, in percent of the line rate'),
      el('p', {class: 'note'}, 'Each figure is a run. More rails cost nothing as long as each NIC has a PCIe link of its own; NICs that share a link divide it. '
        + 'An article states 98, 95 and 89 % for one, two and four rails by contention at the root complex, which no source has measured: the last row assumes it.'),
      el('div', {class: 'scroll'}, el('table', {class: 'plain rails', 'aria-label': 'Goodput of a NIC by server and rails'},
        el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'server'), RAILS.map(rails => el('th', {scope: 'col'}, rails === 1 ? '1 rail' : `${rails} rails`)))),
        el('tbody', {}, rows))), failure,
      el('div', {class: 'tools row'}, copyButton('Copy command line', () => commandLine('examples/' + EXAMPLE, sets(SERVERS[0], 4))), copyButton('Permalink', () => location.href)),
      still, fold('Every run with its command line', digests)));
  let isOpen = true;
  measure();
  return () => { isOpen = false; };

  function tell() {
    runs.sort((a, b) => SERVERS.indexOf(a.server) - SERVERS.indexOf(b.server) || a.rails - b.rails);
    digests.replaceChildren(plainTable('Each line gives the digest beside it.', ['server', 'rails', 'goodput', 'command line', 'digest'], runs.map(run =>
      [run.server.label, String(run.rails), `${run.percent.toFixed(1)} %`, el('code', {}, commandLine('examples/' + EXAMPLE, sets(run.server, run.rails))), run.digest])));
    still.dispatchEvent(new Event('toggle'));
  }

  async function measure() {
    let measured = 0;
    for (const rails of RAILS) {
      for (const server of SERVERS.filter(each => rails >= (each.from || 1))) {
        try {
          const found = await post('/api/figures', {tab, text, file: 'rail-count.yaml', sets: sets(server, rails)});
          if (!isOpen) return;
          const percent = 100 * found.goodputMeanBps / LINE_BPS, stated = server.stated?.[rails];
          fillCell(cells.get(`${server.name}-${rails}`), percent, stated, found.digest);
          runs.push({server, rails, percent, stated, digest: found.digest});
          main.dataset.measured = ++measured;
          tell();
        } catch (e) {
          failure.replaceChildren(errorText(e.message));
          return;
        }
      }
    }
  }
}

function sets(server, rails) {
  return [...server.sets, `fabric.rails=${rails}`, `workload.shift=${rails}`, 'workload.size=16MiB'];
}

function fillCell(cell, percent, stated, digest) {
  cell.dataset.percent = percent.toFixed(1);
  cell.title = 'digest ' + digest;
  cell.replaceChildren(
    el('span', {class: 'cellbar', 'aria-hidden': 'true'}, el('i', {style: `width:${percent}%`}), stated && el('b', {style: `left:${stated}%`})),
    el('span', {}, `${percent.toFixed(1)} %`), ...(stated ? [el('div', {class: 'hint'}, `stated ${stated} %`)] : []));
}
