import { toAsNumber } from '@sonde/contract/targets/as-number';
import { kindsInWords } from '@sonde/contract/targets/kind-words';
import type { Pasted, PastedKind } from '@sonde/contract/targets/pasted';
import { counted } from '@sonde/contract/text/counted';
import { fieldKinds } from '../screens/field-kinds.ts';
import { lookupLink, toolsForPasted } from '../screens/lookup-link.ts';
import type { ScreenCard } from '../screens/screen-card.ts';
import type { TextReader } from './handed-text.ts';
import { offerFor, textFor } from './pasted-text.ts';
import type { PastedRoute } from './read-route.ts';
import { type Recognised, recognise } from './recognise.ts';

/** One way on from a text in a field. */
export interface WayOn {
  readonly label: string;
  /** Looks this up on the same page, or opens another page, which may read the text. */
  readonly does:
    | { readonly target: string }
    /** The reader gets the text, or what is to be read of it. */
    | { readonly href: string; readonly reader: TextReader | null; readonly text?: string };
}

interface Offers {
  /** What the text is, as a sentence; null if the ways on say it. */
  readonly says: string | null;
  /** The likeliest one first. */
  readonly ways: readonly WayOn[];
}

interface Field {
  readonly screen: ScreenCard;
  readonly screens: readonly ScreenCard[];
  /** True if the text was submitted and is not looked up. */
  readonly isRefused: boolean;
  /** True if the page shows a lookup of this very text: of a kind that its field refuses, if it is refused. */
  readonly isAnswered?: boolean;
}

/** Where the reader of a text is. */
const readerPaths = {
  list: '/lists',
  devices: '/mac#list',
  'message-header': '/mail#header',
  pem: '/certificate',
} as const satisfies Readonly<Record<TextReader, string>>;

/** What to offer for a text in the field of a page. Null for a text that the page itself looks up, or that is empty. */
export function offersFor(text: string, field: Field): Offers | null {
  const read = recognise(text);
  if (read.kind === 'target') return offersForTarget(text, read.pasted, field);
  if (read.kind === 'network') return offersForNetwork(read, field);
  if (read.kind === 'route') return offersForRoute(read.route, field);
  const reading = readingOf(read, field.screens);
  if (reading !== null) return reading;
  return field.isRefused
    ? (offersForDigits(text, field.screen) ?? { says: saysUnknown(field.screen), ways: [] })
    : null;
}

/** `15169`, where AS numbers are looked up: bare digits could be anything, so they are only offered. */
function offersForDigits(text: string, screen: ScreenCard): Offers | null {
  const second = screen.lookup?.second;
  const asNumber = second?.takes.includes('as-number') ? toAsNumber(`AS${text.trim()}`) : null;
  return asNumber === null
    ? null
    : { says: null, ways: [{ label: `${second?.action} ${asNumber}`, does: { target: asNumber } }] };
}

/** What to offer for a text that belongs to no field: of a dropped file, or in the palette. Null for an empty one. */
export function offersAnywhere(text: string, screens: readonly ScreenCard[]): Offers | null {
  const read = recognise(text);
  if (read.kind === 'nothing') return null;
  if (read.kind === 'target') return { says: null, ways: waysTo(read.pasted, screens) };
  if (read.kind === 'network') return offersForNetwork(read, { screens });
  if (read.kind === 'route') return offersForRoute(read.route, { screens });
  return readingOf(read, screens) ?? { says: UNKNOWN, ways: [] };
}

function offersForTarget(text: string, pasted: Pasted, field: Field): Offers | null {
  const { screen, screens, isRefused, isAnswered = false } = field;
  const isTaken =
    fieldKinds(screen).includes(pasted.kind) || (pasted.url !== null && fieldKinds(screen).includes('url'));
  if ((isTaken || isAnswered) && !isRefused) return null;
  const here = offerFor(text, screen);
  if (here !== null && isAnswered) return { says: `${here.label} is shown below.`, ways: [] };
  if (here !== null) return { says: null, ways: [{ label: here.label, does: { target: here.target } }] };
  // What a field takes beyond its kinds, such as names of vendors, is its own business.
  if (!isRefused && pasted.kind === 'domain') return null;
  const ways = waysTo(
    pasted,
    screens.filter((one) => one !== screen),
  );
  return ways.length === 0 ? null : { says: `${pasted.text} is ${kindsInWords([pasted.kind])}.`, ways };
}

/** The tools that tell most about a kind of target. */
const BEST: Readonly<Record<PastedKind, readonly string[]>> = {
  ipv4: ['geo', 'whois'],
  ipv6: ['geo', 'whois'],
  'as-number': ['whois'],
  'mac-address': ['mac'],
  domain: ['report'],
  'dns-name': ['dns'],
};

function waysTo(pasted: Pasted, screens: readonly ScreenCard[]): WayOn[] {
  const takers = toolsForPasted(pasted, screens);
  const best = BEST[pasted.kind].flatMap((id) => takers.find((screen) => screen.id === id) ?? []);
  const chosen = best.length === 0 ? takers.slice(0, 1) : best;
  return chosen.flatMap((screen) => {
    const href = lookupLink(screen, textFor(screen, pasted));
    return href === null ? [] : [{ label: screen.name, does: { href, reader: null } }];
  });
}

/** Registries are asked for an address: they answer with the network that it is in. */
function offersForNetwork(
  { network, address }: Extract<Recognised, { kind: 'network' }>,
  { screen, screens }: Partial<Field> & Pick<Field, 'screens'>,
): Offers {
  const says = `${network} is a network.`;
  const whois = screens.find(({ id, status }) => id === 'whois' && status === 'live');
  const href = whois === undefined ? null : lookupLink(whois, address);
  if (href === null) return { says, ways: [] };
  const does = whois === screen ? { target: address } : { href, reader: null };
  return { says, ways: [{ label: `Registration of ${address}`, does }] };
}

/** The way to the same target from here, and where the routers of the pasted one are. */
function offersForRoute(
  { target, hops }: PastedRoute,
  { screen, screens }: Partial<Field> & Pick<Field, 'screens'>,
): Offers {
  const liveCard = (tool: string) => screens.find(({ id, status }) => id === tool && status === 'live');
  const trace = liveCard('traceroute');
  const href = target === null || trace === undefined ? null : lookupLink(trace, target);
  const ways: WayOn[] = [];
  if (target !== null && href !== null) {
    const does = trace === screen ? { target } : { href, reader: null };
    ways.push({ label: `Traceroute to ${target} from here`, does });
  }
  if (liveCard('geo') !== undefined) {
    const does = { href: `${readerPaths.list}?tool=geo`, reader: 'list', text: hops.join('\n') } as const;
    ways.push({ label: `Where ${hops.length === 1 ? 'its router is' : `its ${hops.length} routers are`}`, does });
  }
  return { says: `This is a traceroute${target === null ? '' : ` to ${target}`}.`, ways };
}

/** Texts that are not a single target. */
function readingOf(read: Recognised, screens: readonly ScreenCard[]): Offers | null {
  const isLive = (tool: string) => screens.some(({ id, status }) => id === tool && status === 'live');
  const way = (reader: TextReader, label: string): readonly WayOn[] => [
    { label, does: { href: readerPaths[reader], reader } },
  ];
  switch (read.kind) {
    case 'list':
      return {
        says: `This is a list of ${counted(read.targets.length, 'target')}.`,
        ways: way('list', 'Check them as a list'),
      };
    case 'devices':
      return isLive('mac')
        ? {
            says: `This is a table with ${counted(read.count, 'MAC address', 'MAC addresses')}.`,
            ways: way('devices', 'Read it as a list'),
          }
        : null;
    case 'message-header':
      return isLive('mail')
        ? { says: 'This is the header of a message.', ways: way('message-header', 'Read the message header') }
        : null;
    case 'pem':
      return {
        says: `This is ${pemInWords(read.labels)}. It is decoded in your browser.`,
        ways: way('pem', 'Decode it'),
      };
    case 'private-key':
      return {
        says: 'This is a private key. It was not sent, but replace the key if others may have seen this screen.',
        ways: [],
      };
    case 'too-long':
      return { says: 'This text is too long to be read: more than a million characters.', ways: [] };
    default:
      return null;
  }
}

function pemInWords(labels: readonly string[]): string {
  const [first = ''] = labels;
  if (labels.length > 1) return `a file of ${counted(labels.length, 'certificate')}`;
  return first.endsWith('REQUEST') ? 'a certificate request' : 'a certificate';
}

/** The texts that are read beside single targets. */
const OTHER_TEXTS = 'a list of them, a message header, a certificate (PEM), a traceroute and a table of MAC addresses';
const UNKNOWN = `This is not understood. What is read: names and addresses, ${OTHER_TEXTS}.`;

function saysUnknown(screen: ScreenCard): string {
  const kinds = [...fieldKinds(screen), ...(screen.lookup?.second?.takes ?? [])];
  return `This field reads ${kindsInWords(kinds)}, and also ${OTHER_TEXTS}.`;
}
