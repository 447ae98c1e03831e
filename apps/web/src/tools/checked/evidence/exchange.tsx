import type { EvidenceExchange, Reading } from '@sonde/contract';
import { octetsOfBase64 } from '@sonde/contract/evidence/base64';
import { counted } from '@sonde/contract/text/counted';
import { formatMs } from '@sonde/contract/text/format-ms';
import { useState } from 'react';
import { CodeBlock } from '../../../ui/text/code-block.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { hexDump, isReadable, textOf } from './hex-dump.ts';

export type ShownExchange = Reading<typeof EvidenceExchange>;

const ways: Readonly<Record<string, string>> = { out: 'sent', in: 'received' };
const outcomes: Readonly<Record<string, string>> = { answered: 'answered', silent: 'no answer', failed: 'failed' };

export interface ExchangeProps {
  readonly exchange: ShownExchange;
  /** Before the names of its texts: one exchange may be open in several places of a page. */
  readonly place?: string;
}

/** One exchange, folded: what it was in a line, and on demand in words and in hex. */
export function Exchange({ exchange, place = '' }: ExchangeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <Line exchange={exchange} />
        </summary>
        {isOpen && <ExchangeContent exchange={exchange} place={place} />}
      </details>
    </li>
  );
}

function Line({ exchange }: { readonly exchange: ShownExchange }) {
  const { number, service, transport, layer, within, outcome, reason, decoded } = exchange;
  const took = durationOf(exchange);
  return (
    <>
      <b>
        {number} {service} {transport} {placeOf(exchange)}
      </b>
      <span>
        {layer === 'plaintext' && `inside the TLS of ${within}, `}
        {outcomes[outcome] ?? outcome}
        {reason !== null && ` (${reason})`}
        {took !== null && ` · ${took}`} · {exchange.bytesOut ?? 0} B out, {exchange.bytesIn ?? 0} B in
        {exchange.isCut === true && ', cut'}
      </span>
      <span>{visibleText(gistOf(decoded))}</span>
    </>
  );
}

/** The types of the first messages and the subject of the question. */
function gistOf(decoded: ShownExchange['decoded']): string {
  const question = decoded[0]?.lines.find((line) => line.startsWith('question: '))?.slice('question: '.length);
  const titles = decoded.slice(0, 3).map(({ title }) => title);
  return [question, ...titles.filter((title) => title !== 'Question')].filter(Boolean).join(' · ');
}

/** What it sent and received: in words, and octet for octet. */
export function ExchangeContent({ exchange, place = '' }: ExchangeProps) {
  const { number, decoded, pieces, withheld, peer } = exchange;
  const name = `${place}exchange ${number}`;
  return (
    <>
      {peer.isReplaced === true && <p>This address replaces that of a resolver or service of this site.</p>}
      {withheld !== null && <p>{withheld}</p>}
      {decoded.map(({ direction, title, lines }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other identity
        <div key={index}>
          <h3>
            {ways[direction] ?? direction}: {visibleText(title)}
          </h3>
          {lines.length > 0 && <CodeBlock label={`${name}, message ${index + 1}, in words`} text={lines.join('\n')} />}
        </div>
      ))}
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity
        <Piece key={index} piece={piece} name={`${name}, octets ${index + 1}`} />
      ))}
    </>
  );
}

interface PieceProps {
  readonly piece: ShownExchange['pieces'][number];
  readonly name: string;
}

function Piece({ piece: { direction, atUs, bytes, octets }, name }: PieceProps) {
  const kept = octetsOfBase64(octets);
  if (kept.length === 0) return null;
  const missing = bytes - kept.length;
  const title = `${counted(bytes, 'octet')} ${ways[direction] ?? direction} at ${formatMs(atUs / 1000)}`;
  return (
    <div>
      <h3>
        {title}
        {missing > 0 && `, ${missing} of them not kept`}
      </h3>
      {isReadable(kept) && <CodeBlock label={`${name}, as text`} text={textOf(kept)} />}
      <CodeBlock label={`${name}, in hex`} text={hexDump(kept)} />
    </div>
  );
}

/** The peer's address with its port. */
export function placeOf({ peer: { address, port } }: ShownExchange): string {
  return port === null ? address : `${bracketed(address)}:${port}`;
}

/** Null if the exchange did not end. */
export function durationOf({ startUs, endUs }: ShownExchange): string | null {
  return endUs === null ? null : formatMs((endUs - startUs) / 1000);
}

const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address);
