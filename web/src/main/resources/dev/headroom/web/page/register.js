// Registration of memory, step by step: measured on this machine, and as the model has it.

import {post} from './api.js';
import {show as showLink} from './link.js';
import {copyButton, errorText, fold, head, plainTable, quoted} from './parts.js';

const SIZES = {'64KiB': 65_536, '1MiB': 1 << 20, '16MiB': 1 << 24, '64MiB': 1 << 26, '256MiB': 1 << 28};
const PAGES = {'4KiB': '4 KiB', transparent: 'huge where the kernel has some', '2MiB': '2 MiB, reserved', '1GiB': '1 GiB, reserved'};

/** The steps of an article (S2), each with the real ones that it is made of. */
const ARTICLE = [
  {title: 'ibv_reg_mr', says: 'CPU pins memory and sends mapping to NIC.', steps: ['pin'], real: 'Each page must be there and must not move any more. Here its memory was written to before, as a job does.'},
  {title: 'Lkey generation', says: 'NIC creates "Local Key" for secure access.', steps: ['register'], real: 'It is the same call: ibv_reg_mr returns when the pages are pinned, their addresses stand in the translation table, and both keys exist: lkey for this side, rkey for a peer.'},
  {title: 'DMA transfer', says: 'NIC pulls data directly via Host Bridge.', steps: ['transfer'], real: 'The device finds the pages by the key. A request with a wrong key is refused.'},
];

const REAL = {
  fault: {title: 'Fault', real: 'Every page is written to once, so that it is there.'},
  pin: {title: 'Pin', real: 'Pages are kept where they are; a driver does it as part of ibv_reg_mr.'},
  register: {title: 'Register', real: 'Keys are made. With a driver the pages are pinned, mapped for DMA and written into the translation table here.'},
  transfer: {title: 'Transfer', real: 'The device takes data by its key and puts it into other memory; a second request with a wrong key must be refused.'},
  release: {title: 'Release', real: 'ibv_dereg_mr: keys are deleted, pages may move again.'},
};

const MOST_DRAWN = 64;

export async function open(main, values) {
  const page = new Registration(main, values);
  await page.measure();
  addEventListener('themechange', page.redraw);
  return () => removeEventListener('themechange', page.redraw);
}

class Registration {
  constructor(main, values) {
    this.main = main;
    this.at = Math.max(0, Math.floor(Number(values.step)) || 0);
    const field = (label, input) => el('label', {class: 'field'}, label, input);
    const choice = (id, names, chosen, changed) => el('select', {id, onchange: changed}, Object.entries(names).map(([value, words]) => el('option', {value, selected: value === (names[chosen] ? chosen : usual[id])}, words)));
    const usual = {size: '16MiB', page: '4KiB', how: 'article'};
    this.size = choice('size', Object.fromEntries(Object.keys(SIZES).map(size => [size, size.replace(/(\d)([KM])/, '$1 $2')])), values.size, () => this.measure());
    this.page = choice('page', PAGES, values.page, () => this.measure());
    this.how = choice('how', {article: 'the three steps of an article', real: 'the five real steps'}, values.how, () => {
      this.at = 0;
      this.draw();
    });
    this.told = el('div', {'aria-live': 'polite'});
    this.list = el('ol', {class: 'steps'});
    this.words = el('div', {class: 'stepwords', 'aria-live': 'polite'});
    this.drawing = sized(width => this.picture(width));
    this.back = el('button', {type: 'button', id: 'back', onclick: () => this.go(this.at - 1)}, '◂ Back');
    this.next = el('button', {type: 'button', id: 'next', class: 'main', onclick: () => this.go(this.at + 1)}, 'Next ▸');
    this.table = el('div', {class: 'wrapping'});
    this.redraw = () => {
      this.drawing.drawnAt = 0;
      fit();
    };
    main.append(
      head('Registration', 'Before a NIC may touch memory, its pages must stay in place and the NIC must know where they are. This page registers memory of this machine with a software device, and times each step.'),
      el('section', {}, el('h2', {}, 'Steps'),
        el('div', {class: 'row'}, field('size', this.size), field('pages', this.page), field('steps', this.how),
          el('button', {type: 'button', onclick: () => this.measure()}, 'Measure again')),
        this.told, this.list, this.drawing, this.words,
        el('div', {class: 'tools'}, this.back, this.next),
        el('div', {class: 'tools row'}, copyButton('Copy command line', () => `headroom register --size ${this.size.value} --page ${quoted(this.page.value)} --rounds 3`), copyButton('Permalink', () => location.href)),
        fold('Data as a table', this.table)));
  }

  async measure() {
    this.told.replaceChildren(el('p', {class: 'note'}, 'registering'));
    try {
      const bytes = SIZES[this.size.value];
      this.found = await post('/api/register', {bytes, page: this.page.value}).catch(e => {
        if (e.status === 401) throw e;
        this.failure = e.message;
        return null;
      });
      const pageBytes = this.found?.pageBytes || {'2MiB': 1 << 21, '1GiB': 1 << 30}[this.page.value] || 4096;
      this.model = await post('/api/register/model', {bytes: this.found?.bytes || bytes, pageBytes});
      this.draw();
    } catch (e) {
      if (e.status === 401) throw e;
      this.told.replaceChildren(errorText(e.message));
    }
  }

  steps() {
    return this.how.value === 'article' ? ARTICLE : Object.entries(REAL).map(([name, step]) => ({...step, steps: [name]}));
  }

  /** Nanoseconds of a real step; NaN where this machine does not do it apart, or cannot. */
  took(step) {
    return this.found?.steps.find(each => each.step === step)?.ns ?? NaN;
  }

  go(to) {
    this.at = Math.max(0, Math.min(this.steps().length - 1, to));
    this.draw();
  }

  draw() {
    const steps = this.steps(), found = this.found, model = this.model;
    this.at = Math.min(this.at, steps.length - 1);
    this.told.replaceChildren(found
      ? el('p', {class: 'verdict', role: 'status'}, `${show.count(found.pages)} pages registered in ${time(found.registerNs)} on this machine, ${time(found.registerNs / found.pages)} each. Runs of the simulator reckon ${time(model.registerNs)} for the same memory, from published values of NICs with an IOMMU.`)
      : el('div', {}, errorText('This machine did not register it: ' + this.failure), el('p', {class: 'verdict', role: 'status'}, `As the model has it: ${show.count(model.pages)} pages in ${time(model.registerNs)}.`)));
    this.list.replaceChildren(...steps.map((step, i) => {
      const took = step.steps.map(name => this.took(name)).filter(Number.isFinite).reduce((a, b) => a + b, 0);
      return el('li', {'aria-current': i === this.at && 'step'}, el('button', {type: 'button', onclick: () => this.go(i)},
        `${i + 1}. ${step.title}`), el('span', {class: 'why'}, found ? ' ' + time(took) : ''));
    }));
    const step = steps[this.at];
    this.words.replaceChildren(el('div', {}, el('h3', {}, `${this.at + 1} of ${steps.length}: ${step.title}`),
      step.says && el('p', {class: 'note'}, `The article: “${step.says}”`), el('p', {}, step.real), el('p', {}, this.fact(step.steps.at(-1)))));
    this.back.disabled = this.at === 0;
    this.next.disabled = this.at === steps.length - 1;
    this.fillTable();
    this.redraw();
    showLink('register', {size: this.size.value, page: this.page.value, how: this.how.value, step: this.at});
    Object.assign(this.main.dataset, {step: this.at, pages: found?.pages || model.pages, measured: found ? '1' : '0'});
  }

  /** What was seen at a step, in a sentence. */
  fact(step) {
    const found = this.found, model = this.model;
    if (!found) return `The model: ${time(model.fixedNs)} for the call and ${time(model.perPageNs)} for each page; ${binary(model.tableBytes)} of translations.`;
    switch (step) {
      case 'fault': return `${show.count(found.pages)} pages of ${binary(found.pageBytes)} are there after ${time(this.took('fault'))}.`;
      case 'pin': return `${binary(found.locked.lockedBytes)} are pinned by mlock, ${binary(found.lockedBefore.lockedBytes)} before; it took ${time(this.took('pin'))}. `
        + (found.locked.limitBytes == null ? 'There is no limit (ulimit -l unlimited).' : `The limit is ${binary(found.locked.limitBytes)} (ulimit -l)${found.locked.exempt ? ', which does not apply to root' : ''}.`);
      case 'register': return `lkey ${found.lkey}, rkey ${found.rkey}, after ${time(this.took('register'))}. `
        + (found.table ? `A NIC would get ${show.count(found.table.entries)} translations of 8 B, ${binary(found.table.bytes)}, in pages of ${binary(found.table.pageBytes)}: the memory lies in ${show.count(found.table.runs)} runs.`
          : `The kernel shows physical addresses to root alone; a NIC would get up to ${show.count(found.pages)} translations of 8 B.`);
      case 'transfer': return `${binary(found.transfer.bytes)} came over ${found.transfer.right ? 'whole' : 'WRONG'} in ${time(this.took('transfer'))}; the request with a wrong key was ${found.transfer.wrongKeyRefused ? 'refused' : 'NOT REFUSED'}.`;
      default: return `All is undone after ${time(this.took('release'))}.`;
    }
  }

  fillTable() {
    const found = this.found, model = this.model;
    const rows = Object.keys(REAL).map(name => [REAL[name].title, Number.isFinite(this.took(name)) ? time(this.took(name)) : '-',
      Number.isFinite(this.took(name)) && name !== 'transfer' ? time(this.took(name) / found.pages) : '-']);
    this.table.replaceChildren(
      plainTable('medians of 3 rounds on this machine', ['step', 'took', 'each page'], rows),
      plainTable('the model: hosts.memory.register and registerPage', ['value', 'time', 'source'], [
        ['the call', time(model.fixedNs), model.fixedSource], ['each page', time(model.perPageNs), model.perPageSource], ['this region', time(model.registerNs), '']]),
      found?.table?.translations ? plainTable(`the first ${found.table.translations.length} of ${show.count(found.table.entries)} translations`, ['address of the program', 'physical', '8 bytes for the NIC'],
        found.table.translations.map(each => [each.virtual, each.physical, each.mtt])) : '');
  }

  /** Pages on the left, the NIC with its table and keys on the right; what a step has done is drawn, what comes is dotted. */
  picture(width) {
    if (!this.model || width < 160) return svg('svg', {viewBox: `0 0 ${width} 10`, role: 'img', 'aria-label': 'nothing yet'});
    const order = Object.keys(REAL), done = order.indexOf(this.steps()[this.at].steps.at(-1));
    const isThere = done >= 0, isPinned = done >= 1 && done < 4, isKnown = done >= 2 && done < 4, moves = done === 3;
    const pages = this.found?.pages || this.model.pages, drawn = Math.min(MOST_DRAWN, pages);
    const narrow = width < 420, left = Math.min(280, width * (narrow ? 0.36 : 0.42)), cell = left / 8, height = Math.max(152, Math.ceil(drawn / 8) * cell) + 50;
    const right = narrow ? left + 44 : Math.max(left + 70, width * 0.56), wide = Math.min(width - right - 6, 420), top = 26;
    const label = `${show.count(pages)} pages, ${isPinned ? 'pinned' : isThere ? 'there, not pinned' : 'not there yet'}; the device ${isKnown ? 'knows their addresses and the keys' : 'knows nothing of them'}${moves ? '; data moves' : ''}`;
    const entries = this.found?.table?.translations?.slice(0, 5) || [];
    return svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label, class: 'registration'},
      svg('text', {class: 'strong', x: 2, y: 15}, narrow ? `${show.count(pages)} pages` : `memory: ${show.count(pages)} pages${drawn < pages ? `, ${drawn} drawn` : ''}`),
      Array.from({length: drawn}, (_, i) => {
        const x = 2 + i % 8 * cell, y = top + Math.floor(i / 8) * cell;
        return svg('g', {}, svg('rect', {class: isThere ? 'there' : 'absent', x: x + 2, y: y + 2, width: cell - 5, height: cell - 5, rx: 3}),
          isPinned && svg('circle', {class: 'nail', cx: x + cell / 2, cy: y + cell / 2, r: Math.min(4, cell / 5)}));
      }),
      svg('text', {x: 22, y: height - 6}, isPinned ? '● pinned: stays in place' : isThere ? '■ there, may move' : '□ not there yet'),
      svg('text', {class: 'strong', x: right, y: 15}, 'device'),
      svg('rect', {class: isKnown ? 'nic' : 'nic absent', x: right, y: top, width: wide, height: 150, rx: 8}),
      svg('text', {x: right + 12, y: top + 22}, isKnown ? fitted(this.found ? `lkey ${this.found.lkey}   rkey ${this.found.rkey}` : 'lkey, rkey', wide - 20) : 'no key yet'),
      isKnown ? (entries.length ? entries.map((each, i) => svg('text', {x: right + 12, y: top + 44 + 17 * i}, fitted(`${each.virtual} → ${each.physical}`, wide - 20)))
        : svg('text', {x: right + 12, y: top + 44}, fitted(`up to ${show.count(pages)} translations, addresses hidden`, wide - 20))) : svg('text', {x: right + 12, y: top + 44}, 'no translation yet'),
      isKnown && svg('text', {x: right + 12, y: top + 140}, fitted(`${binary(this.model.tableBytes)} of translations at most`, wide - 20)),
      moves && svg('g', {class: 'moving'}, svg('path', {d: path([[left + 6, top + 75], [right - 12, top + 75]])}), svg('path', {class: 'tip', d: `M${right - 14} ${top + 69}L${right - 3} ${top + 75}L${right - 14} ${top + 81}Z`}),
        svg('text', {x: (left + right) / 2, y: top + 64, 'text-anchor': 'middle'}, 'DMA')));
  }
}

function time(ns) {
  return show.time(Math.round(ns * 1000));
}

/** Bytes in the units of memory, whose steps are 1,024. */
function binary(bytes) {
  const unit = [['GiB', 2 ** 30], ['MiB', 2 ** 20], ['KiB', 1024], ['B', 1]].find(([, size]) => bytes >= size) || ['B', 1];
  return `${(bytes / unit[1]).toLocaleString('en-US', {maximumFractionDigits: 1})} ${unit[0]}`;
}
