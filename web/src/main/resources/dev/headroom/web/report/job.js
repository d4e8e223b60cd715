// What GPUs of a job did when: a row for computing, a row for each kind of group they called.

function jobSection(data) {
  if (!data.tracks.length) return null;
  const jobs = Object.entries(Object.groupBy(data.tracks, track => track.part));
  return section(jobs.length > 1 ? 'Steps' : 'Step',
    `Compute times of GPUs, and calls of their groups. ${jobs.some(([, tracks]) => kinds(tracks) > 1) ? 'One GPU for each set of GPUs with the same operations.' : 'All GPUs have the same operations as this one.'}`,
    jobs.map(([part, tracks]) => [part && el('h3', {}, `Part ${part}`), sized(width => schedule(data, tracks, width))]));
}

function kinds(tracks) {
  return new Set(tracks.map(track => track.gpu)).size;
}

function schedule(data, tracks, width) {
  const left = Math.min(190, Math.max(130, Math.round(width * .36))), right = width - 52, pitch = 21, top = 4;
  const height = top + tracks.length * pitch;
  const x = linear(0, data.durationPs || 1, left, right);
  const y = line => top + line * pitch + pitch / 2;
  const share = track => {
    let busy = 0;
    for (let k = 1; k < track.spans.length; k += 2) busy += track.spans[k];
    return Math.round(1000 * busy / (data.durationPs || 1));
  };
  return svg('svg', {viewBox: `0 0 ${width} ${height + 20}`, role: 'img', 'aria-label': 'activity of GPUs over time'},
    timeAxis(x, height, right, left),
    tracks.map((track, i) => svg('g', {},
      i > 0 && track.gpu !== tracks[i - 1].gpu && svg('line', {class: 'axis', x1: 0, x2: width, y1: y(i) - pitch / 2, y2: y(i) - pitch / 2}),
      svg('text', {x: 2, y: y(i) + 4, class: 'strong'}, track.what === 'compute' ? `GPU ${track.gpu}` : ''),
      svg('text', {x: 62, y: y(i) + 4}, fitted(track.what, left - 70)),
      jobBars(track, x, y(i)),
      svg('text', {x: right + 8, y: y(i) + 4}, show.percent(share(track))))));
}

function jobBars(track, x, y) {
  const drawn = [];
  for (let k = 0; k < track.spans.length; k += 2) {
    const [from, length] = [track.spans[k], track.spans[k + 1]];
    drawn.push(telling(svg('rect', {x: x(from), width: Math.max(.6, x(from + length) - x(from)), y: y - 6, height: 12,
      fill: track.what === 'compute' ? 'var(--ink)' : 'var(--pause)', opacity: track.what === 'compute' ? .55 : .8}),
      () => `GPU ${track.gpu}, ${track.what}\n${show.time(from)} for ${show.time(length)}`));
  }
  return svg('g', {}, drawn);
}
