// A clock that plays, pauses and steps through simulated time; what it shows is drawn by whoever asks for it.

/** Whether the reader's system asks for no motion. */
export function isStill() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Simulated time per second of the reader's, in ps. */
const SPEEDS = [[1e6, '1 us a second'], [2e6, '2 us a second'], [5e6, '5 us a second'], [10e6, '10 us a second'], [25e6, '25 us a second'], [100e6, '100 us a second'], [250e6, '250 us a second']];

export class Player {
  /** draw(ps) shows a time; told is called when somebody may read what is shown. Of several on a page each has a name, and one has the keys. */
  constructor(draw, told, name = '', hasKeys = true) {
    const named = words => name ? `${words}: ${name}` : words;
    this.draw = draw;
    this.told = told;
    this.marks = [];
    this.end = 1;
    this.now = 0;
    this.button = el('button', {type: 'button', class: 'main play', 'aria-description': name || false, onclick: () => this.toggle()}, 'Play');
    this.button.hidden = isStill();
    this.speed = el('select', {}, SPEEDS.map(([ps, label]) => el('option', {value: ps}, label)));
    this.slider = el('input', {type: 'range', min: 0, max: 1000, step: 1, 'aria-label': named('time'), oninput: () => this.go(this.end * this.slider.value / 1000)});
    this.clock = el('output', {class: 'clock'});
    this.place = el('div', {class: 'player'},
      this.button,
      el('button', {type: 'button', 'aria-label': named('Step back'), onclick: () => this.step(-1)}, '◀ Step back'),
      el('button', {type: 'button', 'aria-label': named('Step'), onclick: () => this.step(1)}, 'Step ▶'),
      this.slider, this.clock,
      !isStill() && el('label', {class: 'field'}, 'speed', this.speed));
    this.key = event => this.pressed(event);
    this.hidden = () => document.hidden && this.pause();
    if (hasKeys) addEventListener('keydown', this.key);
    document.addEventListener('visibilitychange', this.hidden);
  }

  close() {
    this.pause();
    removeEventListener('keydown', this.key);
    document.removeEventListener('visibilitychange', this.hidden);
  }

  /** Another run: how long it lasts, the times to step to, and a speed at which it lasts some seconds. */
  set(end, marks) {
    this.pause();
    this.end = Math.max(1, end);
    this.marks = [...new Set(marks)].sort((a, b) => a - b);
    const wanted = this.end / 15;
    this.speed.value = SPEEDS.reduce((best, [ps]) => Math.abs(Math.log(ps / wanted)) < Math.abs(Math.log(best / wanted)) ? ps : best, SPEEDS[0][0]);
  }

  pressed(event) {
    if (/^(INPUT|SELECT|TEXTAREA|BUTTON|SUMMARY|A)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {' ': () => this.toggle(), ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.go(0), End: () => this.go(this.end)}[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  toggle() {
    if (isStill()) return;
    this.isPlaying ? this.pause() : this.play();
  }

  play() {
    if (this.now >= this.end) this.now = 0;
    this.isPlaying = true;
    this.button.textContent = 'Pause';
    let before = performance.now();
    const frame = now => {
      if (!this.isPlaying) return;
      this.at(Math.min(this.end, this.now + (now - before) / 1000 * Number(this.speed.value)));
      before = now;
      if (this.now >= this.end) this.pause();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.button.textContent = 'Play';
    this.told(this.now);
  }

  step(by) {
    this.isPlaying = false;
    this.button.textContent = 'Play';
    const next = by > 0 ? this.marks.find(ps => ps > this.now) : this.marks.findLast(ps => ps < this.now);
    this.go(next ?? (by > 0 ? this.end : 0));
  }

  go(ps) {
    this.at(ps);
    this.told(ps);
  }

  at(ps) {
    this.now = ps;
    this.slider.value = Math.round(1000 * ps / this.end);
    this.clock.textContent = show.time(Math.round(ps / 1000) * 1000);
    this.slider.setAttribute('aria-valuetext', this.clock.textContent);
    this.draw(ps);
  }
}
