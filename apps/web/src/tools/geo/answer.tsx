import { Globe, MapPin, Network } from 'lucide-react';
import { useLocation } from 'wouter';
import { AlsoCheck } from '../../ui/also-check.tsx';
import { AnswerCard } from '../../ui/answer-card.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { LazyMap } from '../../ui/map/lazy-map.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { StatusLine } from '../../ui/status-line.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { LookupFrame } from '../lookup-frame.tsx';
import { Credits } from './credits.tsx';
import { factsOf, type GeoFacts } from './facts.ts';
import { gapSentences } from './messages.ts';
import type { GeoAnswer } from './query.ts';
import { texts } from './texts.ts';
import { useLocalClock } from './use-local-clock.ts';

export interface AnswerProps {
  readonly data: GeoAnswer;
  readonly isBusy: boolean;
  onCancel(): void;
}

/** Where the address is and whose network it is in. While a newer lookup runs it stays, dimmed. */
export function Answer({ data, isBusy, onCancel }: AnswerProps) {
  const facts = factsOf(data);
  return (
    <LookupFrame
      {...(isBusy && { status: <StatusLine text={texts.searching} onCancel={onCancel} /> })}
      top={
        <>
          <Summary data={data} facts={facts} />
          <AlsoCheck tool="geo" target={data.target} />
        </>
      }
    >
      <Panel title={texts.location} icon={MapPin}>
        <KeyValueList rows={facts.location} missing={texts.missing} wide />
      </Panel>
      <Panel title={texts.network} icon={Network} span={facts.position === null ? 12 : 5}>
        <KeyValueList rows={facts.network} missing={texts.missing} wide={facts.position === null} />
      </Panel>
      {facts.position !== null && (
        <Panel title="Location Map" icon={Globe} span={7}>
          <LazyMap markers={[{ ...facts.position, label: visibleText(facts.label), accuracyKm: facts.accuracyKm }]} />
        </Panel>
      )}
      <Credits data={data} />
    </LookupFrame>
  );
}

function Summary({ data, facts }: { readonly data: GeoAnswer; readonly facts: GeoFacts }) {
  const where = [facts.city, facts.country].filter(Boolean).join(', ');
  const announcement = where === '' ? data.target : `${data.target}: ${where}`;
  return (
    <AnswerCard
      title={data.target}
      mono
      sub={headline(data, facts, where)}
      notes={gapSentences(data)}
      stats={useStats(facts)}
      badge={facts.isHosting === true && <Badge>Hosting</Badge>}
      announcement={announcement}
      actions={
        <>
          <ShareButton />
          <ExportMenu tool="geo" target={data.target} data={data} tables={exportTables(facts)} />
        </>
      }
    >
      {data.addresses.length > 1 && <Addresses addresses={data.addresses} shown={facts.ip} />}
    </AnswerCard>
  );
}

function headline({ target, specialUse }: GeoAnswer, { ip, organization }: GeoFacts, where: string): string {
  if (specialUse !== null) {
    const { name, prefix, source } = specialUse;
    return `${name} (${prefix}, ${source}): not a public address, so it has no place on the map.`;
  }
  const known = [ip === target ? '' : ip, where, organization].filter(Boolean);
  return known.join(' · ') || 'The database does not know this address.';
}

function useStats({ zone, asNumber }: GeoFacts) {
  const clock = useLocalClock(zone.name);
  return [
    ...(clock === null ? [] : [{ value: clock.time, label: `local time, ${clock.offset}` }]),
    ...(asNumber === null ? [] : [{ value: asNumber, label: 'network' }]),
  ];
}

/** A name may have many addresses: the first is shown, the others are one press away. */
function Addresses({ addresses, shown }: { readonly addresses: readonly string[]; readonly shown: string }) {
  const [, navigate] = useLocation();
  const linkTo = (address: string) => `/?${new URLSearchParams({ q: address })}`;
  return (
    <nav className="jump" aria-label="Addresses">
      {addresses.map((address) =>
        address === shown ? (
          <Chip key={address}>{address}</Chip>
        ) : (
          <Chip key={address} href={linkTo(address)} onChoose={() => navigate(linkTo(address))}>
            {address}
          </Chip>
        ),
      )}
    </nav>
  );
}

function exportTables({ location, network }: GeoFacts) {
  const rowsOf = (list: GeoFacts['location']) => list.map(({ label, value }) => [label, value ?? texts.missing]);
  const titles = ['Field', 'Value'];
  return [
    { title: texts.location, titles, rows: rowsOf(location) },
    { title: texts.network, titles, rows: rowsOf(network) },
  ];
}
