/** Bytes above 0x7f in a row. */
type Run = Uint8Array;

const isHigh = (byte: number) => byte >= 0x80;
/** Both bytes of a character of EUC-KR, EUC-JP, GB 2312 and most of Big5. */
const isEucByte = (byte: number) => byte >= 0xa1 && byte <= 0xfe;

/**
 * The character set that the bytes themselves show; null if they could be any western one. Kana show Japanese, pairs of high
 * bytes show Chinese or Korean, long runs of letters show Cyrillic; western texts have single letters between ASCII.
 */
export function charsetOfBytes(bytes: Uint8Array): string | null {
  const utf16 = readUtf16(bytes);
  if (utf16 !== null) return utf16;
  if (looksLikeShiftJis(bytes)) return 'shift_jis';
  const runs = runsOf(bytes);
  if (runs.length === 0) return null;
  const letters = runs.reduce((sum, run) => sum + run.length, 0);
  if (runs.every((run) => run.length % 2 === 0 && run.every(isEucByte)) && letters >= 4) {
    const leads = runs.flatMap((run) => [...run].filter((_, index) => index % 2 === 0));
    // A tenth of kana is enough: other Japanese characters share their bytes with Chinese ones.
    const kana = leads.filter((lead) => lead === 0xa4 || lead === 0xa5).length;
    if (kana * 10 >= leads.length) return 'euc-jp';
    return isCyrillic(runs, letters) ? cyrillicOf(runs) : 'gb18030';
  }
  if (isCyrillic(runs, letters)) return cyrillicOf(runs);
  return looksLikeBig5(bytes) ? 'big5' : null;
}

/** True if the bytes are well-formed text in this character set. */
export function isWellFormed(charset: string, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function readUtf16(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // Without a mark: every second byte of ASCII is zero.
  const sample = bytes.subarray(0, 512);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (sample.length < 8 || Math.max(even, odd) * 4 < sample.length) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

const MAX_RUNS = 2000;

function runsOf(bytes: Uint8Array): readonly Run[] {
  const runs: Run[] = [];
  let from = -1;
  for (let index = 0; index <= bytes.length && runs.length < MAX_RUNS; index += 1) {
    const isIn = index < bytes.length && isHigh(bytes[index] ?? 0);
    if (isIn && from < 0) from = index;
    if (!isIn && from >= 0) {
      runs.push(bytes.subarray(from, index));
      from = -1;
    }
  }
  return runs;
}

/** The letters that are most frequent in Russian, Ukrainian and Belarusian, in both cases. */
const FREQUENT = /[оеаинтсрвлкмі]/gi;
const CYRILLIC_LETTERS = /[а-яёіїєґў]/gi;
const cyrillicCharsets = ['windows-1251', 'koi8-r'] as const;

function isCyrillic(runs: readonly Run[], letters: number): boolean {
  const long = runs.filter((run) => run.length >= 3).reduce((sum, run) => sum + run.length, 0);
  if (long * 2 < letters) return false;
  return cyrillicCharsets.some(
    (charset) => shareIn(charset, runs, CYRILLIC_LETTERS) > 0.9 && score(charset, runs) > 0.5,
  );
}

function cyrillicOf(runs: readonly Run[]): string {
  const [first, second] = cyrillicCharsets.map((charset) => score(charset, runs));
  return (second ?? 0) > (first ?? 0) ? 'koi8-r' : 'windows-1251';
}

/** How well the runs read as words: frequent letters, and no capital after a small letter. */
function score(charset: string, runs: readonly Run[]): number {
  const words = runs.map((run) => new TextDecoder(charset).decode(run));
  const bad = words.filter((word) => /[а-яё][А-ЯЁ]/.test(word)).length;
  return shareIn(charset, runs, FREQUENT) - bad / words.length;
}

function shareIn(charset: string, runs: readonly Run[], letters: RegExp): number {
  const text = runs.map((run) => new TextDecoder(charset).decode(run)).join('');
  return text === '' ? 0 : (text.match(letters)?.length ?? 0) / text.length;
}

/**
 * Kana and common kanji begin with bytes from 0x81 to 0x9f, which are rare punctuation in western texts; western letters
 * are 0xc0 and above.
 */
function looksLikeShiftJis(bytes: Uint8Array): boolean {
  let [pairs, japanesePairs] = [0, 0];
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte < 0x80 || (byte >= 0xa0 && byte <= 0xdf)) continue;
    const next = bytes[index + 1] ?? 0;
    if (next < 0x40 || next === 0x7f || next > 0xfc) return false;
    pairs += 1;
    if (byte <= 0x9f) japanesePairs += 1;
    index += 1;
  }
  return japanesePairs > 0 && japanesePairs * 2 >= pairs;
}

/** Frequent characters of Big5 begin with 0xa4 to 0xc6, and stand beside each other. */
function looksLikeBig5(bytes: Uint8Array): boolean {
  let [pairs, frequent, adjacent] = [0, 0, 0];
  let lastEnd = -1;
  for (let index = 0; index < bytes.length; index += 1) {
    const lead = bytes[index] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[index + 1] ?? 0;
    if (lead < 0xa1 || lead > 0xf9 || !((trail >= 0x40 && trail <= 0x7e) || isEucByte(trail))) return false;
    pairs += 1;
    if (lead >= 0xa4 && lead <= 0xc6) frequent += 1;
    if (lastEnd === index) adjacent += 1;
    index += 1;
    lastEnd = index + 1;
  }
  return pairs >= 2 && frequent * 10 >= pairs * 8 && adjacent * 2 >= pairs;
}
