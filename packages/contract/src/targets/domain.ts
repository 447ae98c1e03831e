/** The WHATWG global of browsers and Node. This package loads the ambient types of neither. */
declare const URL: new (text: string) => { readonly hostname: string };

const ASCII_NAME = /^[a-z0-9._-]+$/;

/**
 * The characters that may reach the URL parser: letters, marks and digits of any script, pictographs, the joiners and
 * points that IDNA allows in context (RFC 5892 appendix A), and the full stops of East Asian keyboards. Characters with a
 * meaning in URLs are excluded: `%41.com` and `a/b.com` would come back as other names.
 */
const IDN =
  /^[a-z0-9._\-\p{L}\p{M}\p{N}\p{Extended_Pictographic}\u00b7\u0375\u05f3\u05f4\u30fb\u200c-\u200d\u3002\uff0e\uff61]+$/u;

/** RFC 5891 section 4.2.3.1; the URL parser would encode such a label. */
const OUTER_HYPHEN = /(?:^|[.\u3002\uff0e\uff61])-|-(?:$|[.\u3002\uff0e\uff61])/;

/** Longer than any name in any script. Encoding a longer text takes quadratic time. */
const MAX_TEXT = 1024;

const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** Letters, or an A-label. No spelling of an IPv4 address (`127.1`, `0x7f.1`) ends in such a label. */
const TOP_LABEL = /^(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/;

/**
 * A domain name as DNS has it, or null: lower-case A-labels (RFC 5890) without the final dot. Surrounding space, one final
 * dot and Unicode labels are accepted; a label may begin with one underscore (RFC 8552). At least two labels, each up to 63
 * octets, 253 in all (RFC 1035 section 2.3.4). IP addresses are not names.
 */
export function toDnsName(text: string): string | null {
  return toName(text, true);
}

/** Like `toDnsName`, but for host names: without underscores (RFC 1123 section 2.1). */
export function toHostName(text: string): string | null {
  return toName(text, false);
}

/**
 * The name as written, for display: an IDN in its own script, in lower case and with plain dots; any other name as from
 * `toDnsName`. Null for what `toDnsName` refuses.
 */
export function toSpelledName(text: string): string | null {
  const name = toDnsName(text);
  if (name === null || /^[\0-\x7f]*$/.test(text.trim())) return name;
  const spelled = withPlainDots(text.trim()).toLowerCase().replace(/\.$/, '');
  return toDnsName(spelled) === name ? spelled : name;
}

/** A text in NFKC, with the ideographic full stops that UTS 46 maps to a dot, one of full and one of half width, as dots. */
export function withPlainDots(text: string): string {
  return text.normalize('NFKC').replace(/[\u3002\uff61]/g, '.');
}

/** The name and every name above it: `a.b.test`, `b.test`, `test`. */
export function nameAndParents(name: string): string[] {
  const labels = name.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** True for what `toHostName` accepts. */
export function isDomain(text: string): boolean {
  return toHostName(text) !== null;
}

function toName(text: string, allowUnderscore: boolean): string | null {
  const lower = text.trim().toLowerCase();
  const name = (ASCII_NAME.test(lower) ? lower : mapToAscii(lower)).replace(/\.$/, '');
  if (name.length > 253) return null;
  const labels = name.split('.');
  const top = labels.pop() ?? '';
  const isName =
    labels.length > 0 &&
    top.length <= 63 &&
    TOP_LABEL.test(top) &&
    labels.every((label) => label.length <= 63 && LABEL.test(allowUnderscore ? label.replace(/^_/, '') : label));
  return isName ? name : null;
}

/** Converts Unicode labels to A-labels (UTS 46, as browsers do); the empty string if that fails. The result is not validated. */
function mapToAscii(text: string): string {
  if (text.length > MAX_TEXT || !IDN.test(text) || OUTER_HYPHEN.test(text)) return '';
  try {
    return new URL(`http://${text}`).hostname;
  } catch {
    return '';
  }
}
