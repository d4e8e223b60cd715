// Puts the page together.

function portsSection() {
  const number = (label, i, text) => ({label, value: row => row[i], text: row => text(row[i])});
  return section('Ports', data.ports.length < data.portCount
      ? `${show.count(data.ports.length)} of ${show.count(data.portCount)} ports, those with the highest values; links.parquet has all of them. Click a column to sort.`
      : 'Click a column to sort.',
    table([
      {label: 'from', left: true, value: row => row[0]},
      {label: 'to', left: true, value: row => row[1]},
      number('rate', 2, show.rate), number('busy', 3, show.percent), number('goodput', 4, show.rate),
      number('paused', 5, show.percent), number('pauses', 6, show.count), number('deepest queue', 7, show.size),
      number('ECN marks', 8, show.count), number('drops', 9, show.count),
    ], data.ports));
}

function flowsSection() {
  if (!data.slowest.length) return null;
  const number = (label, i, text) => ({label, value: row => row[i], text: row => text(row[i])});
  return section('Slowest flows', '', table([
    number('flow', 0, String),
    {label: 'from', left: true, value: row => row[1]},
    {label: 'to', left: true, value: row => row[2]},
    number('size', 3, show.size), number('start', 4, show.time), number('FCT', 5, show.time), number('slowdown', 6, show.ratio),
    number('CNPs', 7, show.count), number('retransmissions', 8, show.count),
  ], data.slowest));
}

function stuckSection() {
  if (!data.stuck.length) return null;
  return section('Unfinished flows', data.stuck.length < data.unfinished ? `The first ${data.stuck.length} of ${show.count(data.unfinished)}.` : '', table([
    {label: 'flow', value: row => row[0]},
    {label: 'path', left: true, value: row => row[1]},
    {label: 'size', value: row => row[2], text: row => show.size(row[2])},
    {label: 'delivered', value: row => row[3], text: row => show.size(row[3])},
    {label: 'why', left: true, wrap: true, value: row => row[4]},
  ], data.stuck));
}

function dropsSection() {
  if (!data.drops.length) return null;
  return section('Drops', '', table([
    {label: 'cause', left: true, value: row => row[0]},
    {label: 'packets', value: row => row[1], text: row => show.count(row[1])},
    {label: 'reason', left: true, wrap: true, value: row => row[2]},
  ], data.drops));
}

function settingsSection() {
  if (!data.settings.length) return section('Settings', 'Every setting has its default.');
  return section('Non-default settings', '', table([
    {label: 'knob', left: true, value: row => row[0]},
    {label: 'value', left: true, value: row => row[1]},
    {label: 'default', left: true, value: row => row[2]},
    {label: 'meaning', left: true, wrap: true, value: row => row[3]},
  ], data.settings));
}

function render() {
  tip.hide();
  document.getElementById('name').textContent = data.name;
  document.getElementById('what').textContent = `${data.fabric} · ${data.workload} · digest ${data.digest}`;
  document.getElementById('page').replaceChildren(...[
    headline(data.headline.text, ['all-is-well', 'collective', 'job'].includes(data.headline.kind)),
    figureRow(data.figures), dropsSection(), stuckSection(), jobSection(data), topologySection(data), partsSection(data), sizesSection(data), pausesSection(data), tracesSection(data), seriesSection(data),
    portsSection(), flowsSection(), settingsSection(),
  ].filter(Boolean));
  fit();
}
