import { counted } from '@sonde/contract/text/counted';
import { formatUtc } from '@sonde/contract/text/format-utc';
import { yesOrNo } from '@sonde/contract/text/yes-or-no';
import { whyNoAnswer } from '@sonde/contract/tools/web/no-answer';
import { familiesPicture, versionsPicture } from '@sonde/contract/tools/web/pictures/reach';
import { waterfall } from '@sonde/contract/tools/web/pictures/waterfall';
import { Picture } from '../../ui/charts/picture.tsx';
import { FileText } from '../../ui/icons/lucide/file-text.ts';
import { Globe } from '../../ui/icons/lucide/globe.ts';
import { Network } from '../../ui/icons/lucide/network.ts';
import { Route } from '../../ui/icons/lucide/route.ts';
import { ShieldCheck } from '../../ui/icons/lucide/shield-check.ts';
import { Tags } from '../../ui/icons/lucide/tags.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { type KeyValue, KeyValueList } from '../../ui/tables/key-value-list.tsx';
import { RecordTable } from '../../ui/tables/record-table.tsx';
import type { WebAnswer } from './query.ts';

interface OfAnswer {
  readonly answer: WebAnswer;
}

/** Every request of every start on one time axis. */
export function RequestsPanel({ answer }: OfAnswer) {
  const count = answer.starts.reduce((sum, { chain }) => sum + chain.length, 0);
  return (
    <Panel title="Requests" icon={Route} count={count} note="Each bar begins where the one before ended.">
      <Picture of={waterfall(answer)} />
      <BarParts answer={answer} />
      <Silent answer={answer} />
    </Panel>
  );
}

/** The parts of a bar, as the drawing colours them, and what happens in each. */
const parts = [
  ['dns', 'dnsMs', 'DNS', 'looking up the name'],
  ['tcp', 'tcpMs', 'TCP', 'connecting'],
  ['tls', 'tlsMs', 'TLS', 'agreeing on encryption'],
  ['wait', 'firstByteMs', 'Wait', 'until the response begins'],
  ['body', 'totalMs', 'Content', 'receiving the rest'],
] as const;

/** What the colours of the bars stand for; only those that some bar has. */
function BarParts({ answer: { starts } }: OfAnswer) {
  const timings = starts.flatMap(({ chain }) => chain.flatMap(({ timing }) => timing ?? []));
  const measured = parts.filter(([, field]) => timings.some((timing) => timing[field] !== null));
  if (measured.length === 0) return null;
  return (
    <ul className="bar-parts" aria-label="Parts of a bar">
      {measured.map(([part, , word, meaning]) => (
        <li key={part} data-part={part}>
          <b>{word}</b> {meaning}
        </li>
      ))}
    </ul>
  );
}

/** Starts without any response. */
function Silent({ answer: { starts } }: OfAnswer) {
  const silent = starts.filter(({ chain }) => chain.length === 0);
  if (silent.length === 0) return null;
  const rows = silent.map(({ url, reason }) => [url, whyNoAnswer(reason)]);
  return <RecordTable label="No response" titles={['No response from', 'Reason']} rows={rows} isStacked />;
}

/** Versions of HTTP, and IPv4 beside IPv6. */
export function ReachPanels({ answer }: OfAnswer) {
  return (
    <>
      <Panel title="HTTP versions" icon={Globe} span={6}>
        <Picture of={versionsPicture(answer)} />
        <KeyValueList rows={announcedRows(answer)} missing="Not determined" />
      </Panel>
      <Panel title="IPv4 and IPv6" icon={Network} span={6}>
        <Picture of={familiesPicture(answer)} />
      </Panel>
    </>
  );
}

function announcedRows({ chain, versions, httpsRecords }: WebAnswer): KeyValue[] {
  const altSvc = chain.at(-1)?.headers.find(([name]) => name.toLowerCase() === 'alt-svc')?.[1];
  const alpn = httpsRecords?.flatMap((record) => record.alpn) ?? null;
  return [
    { label: 'Announced by Alt-Svc', value: altSvc ?? 'Nothing', mono: altSvc !== undefined },
    { label: 'Announced in DNS (HTTPS records)', value: alpn === null ? null : alpn.join(', ') || 'Nothing' },
    ...((versions?.quic ?? []).length > 0
      ? [{ label: 'QUIC versions', value: (versions?.quic ?? []).join(', '), mono: true }]
      : []),
  ];
}

const DAY = 86_400;

function lifetime(seconds: number | null): string {
  if (seconds === null) return 'Until the browser is closed';
  if (seconds <= 0) return 'Deleted';
  return seconds < DAY ? counted(seconds, 'second') : counted(Math.floor(seconds / DAY), 'day');
}

export function CookiesPanel({ answer: { cookies } }: OfAnswer) {
  if (cookies === null || cookies.length === 0) return null;
  const rows = cookies.map(({ name, secure, httpOnly, sameSite, domain, path, lifetimeSeconds }) => [
    name,
    secure === null ? '' : yesOrNo(secure),
    httpOnly === null ? '' : yesOrNo(httpOnly),
    sameSite ?? 'Not set',
    `${domain ?? 'This host'}${path ?? ''}`,
    lifetime(lifetimeSeconds),
  ]);
  return (
    <Panel title="Cookies" icon={Tags} count={cookies.length}>
      <RecordTable
        label="Cookies"
        titles={['Name', 'Secure', 'HttpOnly', 'SameSite', 'Sent to', 'Lifetime']}
        rows={rows}
        isStacked
      />
    </Panel>
  );
}

/** The body of the page, and what it says about itself. */
export function ContentPanel({ answer: { compression, page } }: OfAnswer) {
  if (compression === null && page === null) return null;
  const rows: KeyValue[] = [
    ...(page === null ? [] : [{ label: 'Title', value: page.title }]),
    ...(compression === null
      ? []
      : [
          { label: 'Compression', value: compression.encoding ?? 'None' },
          { label: 'Transferred', value: compression.bytes === null ? null : counted(compression.bytes, 'octet') },
          {
            label: 'Decompressed',
            value: compression.decodedBytes === null ? null : counted(compression.decodedBytes, 'octet'),
          },
        ]),
  ];
  return (
    <Panel title="Content" icon={FileText} span={6}>
      <KeyValueList rows={rows} missing="Not available" />
    </Panel>
  );
}

export function SecurityTxtPanel({ answer: { securityTxt, securityTxtStatus } }: OfAnswer) {
  const absent = securityTxtStatus === 'absent' ? 'None' : null;
  const rows: KeyValue[] =
    securityTxt === null
      ? [{ label: 'File', value: absent }]
      : [
          { label: 'File', value: securityTxt.url, mono: true },
          { label: 'Contact', value: (securityTxt.contacts ?? []).join(', ') || 'None', mono: true },
          { label: 'Expires', value: securityTxt.expires === null ? null : formatUtc(securityTxt.expires) },
          {
            label: 'Signature',
            value: securityTxt.isSigned === null ? null : securityTxt.isSigned ? 'There, not verified' : 'None',
          },
        ];
  return (
    <Panel title="security.txt" icon={ShieldCheck} span={6} id="security-contact">
      <KeyValueList rows={rows} missing="Not determined" />
    </Panel>
  );
}
