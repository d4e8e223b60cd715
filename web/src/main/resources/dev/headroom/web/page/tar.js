// Files of a folder as one archive: the "ustar" form of POSIX.1-2017 (pax), with an extended header before a name that is too long for it.

const BLOCK = 512;
const NAME_BYTES = 100;
const encoder = new TextEncoder();

/** The archive of [{path, file}]. Its bytes are read when it is sent, not before. */
export function tarOf(files) {
  const parts = [];
  for (const {path, file} of files) {
    const name = encoder.encode(path);
    if (name.length > NAME_BYTES) {
      const record = paxRecord('path', path);
      parts.push(header(encoder.encode('pax'), record.length, 'x'), record, padding(record.length));
    }
    parts.push(header(name.subarray(0, NAME_BYTES), file.size, '0'), file, padding(file.size));
  }
  return new Blob([...parts, new Uint8Array(2 * BLOCK)]);
}

function padding(size) {
  return new Uint8Array((BLOCK - size % BLOCK) % BLOCK);
}

/** "LENGTH KEY=VALUE" and a line's end, where LENGTH counts itself. */
function paxRecord(key, value) {
  const rest = encoder.encode(` ${key}=${value}\n`);
  let length = rest.length;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return new Uint8Array([...encoder.encode(String(length)), ...rest]);
}

function header(name, size, kind) {
  const block = new Uint8Array(BLOCK);
  const put = (text, at) => block.set(encoder.encode(text), at);
  const octal = (number, digits) => number.toString(8).padStart(digits, '0');
  block.set(name, 0);
  put('0000600\0', 100);
  put('0000000\0', 108);
  put('0000000\0', 116);
  put(octal(size, 11) + '\0', 124);
  put(octal(0, 11) + '\0', 136);
  put('        ', 148); // the sum counts its own place as spaces
  put(kind, 156);
  put('ustar\0' + '00', 257);
  put(octal(block.reduce((sum, byte) => sum + byte, 0), 6) + '\0 ', 148);
  return block;
}
