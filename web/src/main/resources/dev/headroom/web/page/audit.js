// An audit of files that are dropped here: they are read on this machine, and nothing of them is kept but what was found.

import {get, post} from './api.js';
import {show as showLink} from './link.js';
import {copyButton, errorText, fold, head, reportFrame} from './parts.js';
import {bars, stillFold} from './still.js';
import {asWords, counted, outcome, uploadZone} from './upload.js';

export async function open(main, values) {
  const priced = el('input', {type: 'checkbox', id: 'price'});
  const {zone, told} = uploadZone({
    words: 'Drop a bundle of headroom collect, an sosreport, a log, or a folder of hosts here, or choose',
    options: el('label', {class: 'tools'}, priced, 'Price each finding: simulate the hosts with and without its fix (takes longer)'),
    query: () => priced.checked ? '&price=1' : '',
    done: show,
  });
  const result = el('div', {class: 'more'});
  main.append(
    head('Audit', 'Checks hosts, switches and logs against the rules. The files stay on this machine and are deleted after they were read.'),
    el('section', {}, el('h2', {}, 'Files'), zone, told), result);
  if (/^\d+$/.test(values.audit || '')) {
    try {
      show(await get('/api/audit/' + values.audit), values.name || '', values.price === '1');
    } catch (e) {
      if (e.status === 401) throw e;
      told.replaceChildren(errorText(`${e.message}; drop the file again`));
    }
  }

  function show(audit, name, wasPriced = priced.checked) {
    showLink('audit', {audit: audit.id, name, ...(wasPriced ? {price: '1'} : {})});
    const command = waived => `headroom audit ${asWords(name)}${wasPriced ? ' --price' : ''}${waived ? ' --waivers waivers.yaml' : ''}`;
    const status = el('p', {role: 'status', class: 'outcome-line'});
    const place = el('div'), still = el('div');
    const waivers = waiverForm(audit, draw);
    result.replaceChildren(el('section', {}, el('h2', {}, 'Report of ' + (name.replaceAll('\n', ', ') || 'files')), status,
      el('div', {class: 'tools row'},
        el('a', {href: `/api/audit/${audit.id}/fix.sh`, download: 'fix.sh'}, 'Download fix.sh'),
        el('a', {href: `/api/audit/${audit.id}/audit.json`, download: 'audit.json'}, 'Download audit.json'),
        el('a', {href: '#/fleet?' + new URLSearchParams({audit: audit.id, name})}, 'Hosts, worst first'),
        el('a', {href: `/api/audit/${audit.id}/report`, target: '_blank', rel: 'noopener'}, 'Open the report alone'),
        copyButton('Copy command line', () => command(waivers.text())), copyButton('Permalink', () => location.href)),
      el('p', {class: 'hint'}, 'fix.sh changes nothing without --apply, and keeps the old values for --undo.'),
      waivers.place, still, place));
    draw(audit);

    function draw(now) {
      status.textContent = outcome(now);
      main.dataset.findings = now.findings;
      main.dataset.waived = now.waived;
      drawStill(now, still);
      place.replaceChildren(reportFrame(`/api/audit/${now.id}/report`, 'report of the audit of ' + name.replaceAll('\n', ', ')));
    }
  }
}

const MOST_RULES = 30;

/** On how many hosts each rule found something, worst first. */
async function drawStill(audit, place) {
  const {matters, hosts} = await get(`/api/audit/${audit.id}/fleet`).catch(() => ({matters: [], hosts: []}));
  const order = ['error', 'warning', 'info'], rules = new Map();
  for (const host of hosts) {
    for (const rule of new Set(host.found.map(i => matters[i].rule))) rules.set(rule, (rules.get(rule) || 0) + 1);
  }
  const level = rule => Math.min(...matters.filter(each => each.rule === rule).map(each => order.indexOf(each.level)));
  const rows = [...rules].sort(([a, one], [b, other]) => level(a) - level(b) || other - one).slice(0, MOST_RULES)
    .map(([rule, count]) => ({label: `${['✖ error', '▲ warning', '● note'][level(rule)]} ${rule}`, words: `on ${counted(count, 'host')}`, share: Math.min(1, count / audit.hosts)}));
  place.replaceChildren(...(rows.length ? [stillFold(width => bars('Findings by rule, as shares of all hosts', rows, width))] : []));
}

/** A list of waivers as the command line reads it, with a form that adds to it. */
function waiverForm(audit, changed) {
  const told = el('div', {'aria-live': 'polite'});
  const text = el('textarea', {id: 'waivers', rows: 6, spellcheck: 'false', 'aria-label': 'Waivers, a YAML list'});
  const rule = el('select', {id: 'waived-rule'}, audit.rules.map(each => el('option', {value: each}, each)));
  const subject = el('input', {type: 'text', id: 'waived-subject', size: 16, placeholder: '*'});
  const reason = el('input', {type: 'text', id: 'waived-reason', size: 30});
  const until = el('input', {type: 'date', id: 'waived-until', value: inDays(90)});
  const file = el('input', {type: 'file', hidden: '', onchange: async () => {
    if (file.files[0]) text.value = await file.files[0].text();
  }});
  const field = (label, input) => el('label', {class: 'field'}, label, input);

  function add() {
    if (!reason.value.trim()) {
      told.replaceChildren(errorText('a waiver needs a reason'));
      reason.focus();
      return;
    }
    const item = [['rule', rule.value], ['subject', subject.value.trim()], ['reason', reason.value.trim()], ['expires', until.value]]
      .filter(([, value]) => value).map(([key, value]) => `${key}: ${key === 'expires' ? value : JSON.stringify(value)}`);
    text.value += `${text.value && !text.value.endsWith('\n') ? '\n' : ''}- ${item.join('\n  ')}\n`;
    apply();
  }

  async function apply() {
    try {
      const now = await post(`/api/audit/${audit.id}/waivers`, {text: text.value});
      told.replaceChildren(el('p', {class: 'note'}, `${counted(now.waived, 'finding')} waived`
        + (now.expired ? `; ${counted(now.expired, 'waiver')} past its date` : '')));
      changed(now);
    } catch (e) {
      told.replaceChildren(errorText(e.message));
    }
  }

  const place = fold(`Waivers${audit.waived ? ` (${audit.waived})` : ''}`,
    el('p', {class: 'hint'}, 'A waiver sets a finding aside until its date. The list is that of headroom audit --waivers; save it beside your bundles.'),
    audit.rules.length > 0 && el('div', {class: 'row'}, field('rule', rule), field('host or part', subject), field('reason', reason), field('until', until),
      el('button', {type: 'button', onclick: add}, 'Add and apply')),
    text, el('div', {class: 'tools'}, el('button', {type: 'button', onclick: apply}, 'Apply'),
      el('button', {type: 'button', onclick: () => file.click()}, 'Open a file'), file,
      copyButton('Copy', () => text.value)), told);
  place.classList.add('waivers');
  return {place, text: () => text.value.trim()};
}

function inDays(days) {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
