import { geoExplanations } from '@sonde/contract/tools/geo/explanations';
import { factsOf, type GeoFacts, geoTables, geoTexts } from '@sonde/contract/tools/geo/tables';
import { useLocation } from 'wouter';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { Chip } from '../../ui/forms/chip.tsx';
import { Globe } from '../../ui/icons/lucide/globe.ts';
import { MapPin } from '../../ui/icons/lucide/map-pin.ts';
import { Network } from '../../ui/icons/lucide/network.ts';
import { AnswerCard } from '../../ui/layout/answer-card.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { LazyMap } from '../../ui/map/lazy-map.tsx';
import { Badge } from '../../ui/tables/badge.tsx';
import { KeyValueList } from '../../ui/tables/key-value-list.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { CameFrom } from '../checked/evidence/came-from.tsx';
import { addExplanations } from '../findings/explanations.ts';
import { FindingsPanel } from '../findings/findings-panel.tsx';
import { announced, Verdict } from '../findings/verdict.tsx';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import { AlsoCheck } from '../screens/also-check.tsx';
import { AnswerActions } from '../screens/answer-actions.tsx';
import { addressesPart, locationParts } from './came-from.ts';
import { Credits } from './credits.tsx';
import { gapSentences } from './messages.ts';
import type { GeoAnswer } from './query.ts';
import { texts } from './texts.ts';
import { useLocalClock } from './use-local-clock.ts';

addExplanations(geoExplanations);

export interface AnswerProps {
  readonly data: GeoAnswer;
  readonly isBusy: boolean;
  onCancel(): void;
}

/** Location and network of the address. They stay, dimmed, while a newer lookup runs. */
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
      <FindingsPanel findings={data.findings} />
      <Panel title={geoTexts.location} icon={MapPin}>
        <CameFrom what="the location" parts={locationParts(facts.ip, data)} />
        <KeyValueList rows={facts.location} missing={geoTexts.missing} wide />
      </Panel>
      <Panel title={geoTexts.network} icon={Network} span={facts.position === null ? 12 : 5}>
        <KeyValueList rows={facts.network} missing={geoTexts.missing} wide={facts.position === null} />
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
      announcement={announced(announcement, data.findings)}
      actions={<AnswerActions tool="geo" target={data.target} data={data} tables={geoTables(data)} />}
    >
      <Verdict findings={data.findings} />
      <CameFrom what="the addresses" parts={[addressesPart(data)]} />
      {data.addresses.length > 1 && <Addresses addresses={data.addresses} shown={facts.ip} />}
    </AnswerCard>
  );
}

function headline({ target, specialUse }: GeoAnswer, { ip, organization }: GeoFacts, where: string): string {
  if (specialUse !== null) {
    const { name, prefix, source } = specialUse;
    return `${name} (${prefix}, ${source}): not a public address, so it has no location on the map.`;
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

/** A name may have many addresses: the first is shown, the others are buttons. */
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
