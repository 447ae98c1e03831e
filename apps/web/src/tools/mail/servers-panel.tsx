import { KeyRound } from '../../ui/icons/lucide/key-round.ts';
import { Server } from '../../ui/icons/lucide/server.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { type KeyValue, KeyValueList } from '../../ui/tables/key-value-list.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { CameFrom } from '../checked/evidence/came-from.tsx';
import { daneParts, serverParts } from './came-from.ts';
import type { MailAnswer } from './query.ts';

type MailServer = MailAnswer['servers'][number];
type Dane = NonNullable<MailAnswer['dane']>[number];

/** What each address of the mail servers said, one card each: a table would be too wide for a phone. */
export function ServersPanel({ servers }: Pick<MailAnswer, 'servers'>) {
  if (servers.length === 0) return null;
  return (
    <Panel title="Mail servers on port 25" icon={Server} count={servers.length}>
      <ul className="mail-cards">
        {servers.map((server, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an address may stand twice, and the list never changes
          <li key={index}>
            <h3>{visibleText(server.name)}</h3>
            <CameFrom what={server.name} parts={serverParts(server)} />
            <KeyValueList rows={rowsOf(server)} missing="Not seen" />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function rowsOf({ address, greeting, starttls, certificate, reverseNames, isConfirmed }: MailServer): KeyValue[] {
  const { offered, protocol, problem } = starttls;
  const tls = offered === null ? null : offered ? (protocol ?? 'offered') : 'not offered';
  const names = reverseNames.join(' ');
  const leads = isConfirmed === false && names !== '' ? ' (does not resolve back)' : '';
  return [
    { label: 'Address', value: address, mono: true },
    { label: 'Greeting', value: greeting },
    { label: 'STARTTLS', value: tls, ...(problem === null ? {} : { note: problem }) },
    { label: 'Certificate', value: certificate && (certificate.valid ? 'valid' : certificate.reasons.join(' ')) },
    { label: 'Reverse name', value: names === '' ? 'none' : `${names}${leads}`, mono: names !== '' },
  ];
}

const chainWords: Readonly<Record<string, string>> = {
  secure: 'Signed, with a valid chain of trust',
  insecure: 'Not signed',
  bogus: 'Broken',
  'not-determinable': 'Not determined',
};
const recordWords: Readonly<Record<string, string>> = {
  fits: 'Matches the certificate.',
  differs: 'Does not match the certificate.',
  unusable: 'Not usable for mail.',
};

/** The TLSA records of each mail server, and whether they can be trusted. */
export function DanePanel({ dane }: { readonly dane: MailAnswer['dane'] }) {
  if (dane === null || dane.length === 0) return null;
  return (
    <Panel title="DANE" icon={KeyRound} count={dane.length}>
      <ul className="mail-cards">
        {dane.map((one) => (
          <li key={one.name}>
            <h3>{visibleText(one.name)}</h3>
            <CameFrom what={`TLSA of ${one.name}`} parts={daneParts(one)} />
            <KeyValueList rows={daneRows(one)} missing="None could be read" />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function daneRows({ chain, records }: Dane): KeyValue[] {
  const tlsa: KeyValue[] = records.map(({ text, state }, index): KeyValue => {
    const word = recordWords[state];
    const label = records.length === 1 ? 'TLSA' : `TLSA ${index + 1}`;
    return { label, value: text, mono: true, ...(word === undefined ? {} : { note: word }) };
  });
  return [
    { label: 'DNSSEC', value: chainWords[chain.state] ?? chain.state, note: chain.why },
    ...(tlsa.length === 0 ? [{ label: 'TLSA', value: null, mono: true }] : tlsa),
  ];
}
