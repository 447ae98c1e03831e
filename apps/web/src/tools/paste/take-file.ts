import { toast, toastProblem } from '../../ui/feedback/announce.ts';
import type { ScreenCard } from '../screens/screen-card.ts';
import { takeWay } from './leave.ts';
import { offersAnywhere } from './offers.ts';
import { MAX_READ } from './recognise.ts';

const UNREADABLE = 'This file cannot be read.';
const TOO_LARGE = 'This file is too large to be read here: more than a million characters.';

/** Opens what a dropped file contains. The file is read in this browser and not sent anywhere. */
export async function takeFile(file: File, screens: readonly ScreenCard[], navigate: (href: string) => void) {
  if (file.size > MAX_READ) {
    toastProblem(TOO_LARGE);
    return;
  }
  // A folder, for example, cannot be read.
  const bytes = await file.arrayBuffer().catch(() => null);
  if (bytes === null) {
    toastProblem(UNREADABLE);
    return;
  }
  const text = textOf(new Uint8Array(bytes));
  const offers = offersAnywhere(text, screens);
  const [way] = offers?.ways ?? [];
  if (way === undefined) {
    toastProblem(offers?.says ?? 'This file is empty.');
    return;
  }
  takeWay(way, text, { navigate, choose: () => undefined });
  if (offers?.says != null) toast(offers.says);
}

/** DER: a sequence with a length of two or three octets (X.690 section 8.1.3). */
const isDer = ([tag, length]: Uint8Array) => tag === 0x30 && (length === 0x82 || length === 0x83);

/** The text of a file; a certificate in DER as PEM. */
function textOf(bytes: Uint8Array): string {
  if (!isDer(bytes)) return new TextDecoder().decode(bytes);
  let binary = '';
  for (const octet of bytes) binary += String.fromCharCode(octet);
  return `-----BEGIN CERTIFICATE-----\n${btoa(binary)}\n-----END CERTIFICATE-----\n`;
}
