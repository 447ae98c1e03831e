import { geoExplanations } from '@sonde/contract/tools/geo/explanations';
import { factsOf, type GeoFacts, geoTables, geoTexts } from '@sonde/contract/tools/geo/tables';
import { useLocation } from 'wouter';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { Chip } from '../../ui/forms/chip.tsx';
import { Globe } from '../../ui/icons/lucide/globe.ts';
import { MapPin } from '../../ui/icons/lucide/map-pin.ts';
import { Network } from '../../ui/icons/lucide/network.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { LazyMap } from '../../ui/map/lazy-map.tsx';
import { KeyValueList } from '../../ui/tables/key-value-list.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { AnswerPage } from '../answer/answer-page.tsx';
import { CameFrom } from '../checked/evidence/came-from.tsx';
import { addExplanations } from '../findings/explanations.ts';
import { AnswerActions } from '../screens/answer-actions.tsx';
import { AbuseContact } from './abuse-contact.tsx';
import { addressesPart, locationParts } from './came-from.ts';
import { Credits } from './credits.tsx';
import sheet from './geo.css?inline';
import { gapSentences } from './messages.ts';
import type { GeoAnswer } from './query.ts';
import { texts } from './texts.ts';
import { useLocalClock } from './use-local-clock.ts';

addExplanations(geoExplanations);
adoptSheet(sheet);

interface AnswerProps {
  readonly data: GeoAnswer;
  readonly isBusy: boolean;
  onCancel(): void;
}

/** Location and network of the address. They stay, dimmed, while a newer lookup runs. */
export function Answer({ data, isBusy, onCancel }: AnswerProps) {
  const facts = factsOf(data);
  const where = [facts.city, facts.country].filter(Boolean).join(', ');
  return (
    <AnswerPage
      tool="geo"
      target={data.target}
      title={data.target}
      mono
      answer={data}
      good={headline(data, facts, where)}
      unjudged={headline(data, facts, where)}
      facts={useFacts(facts)}
      notes={gapSentences(data)}
      announcement={where === '' ? data.target : `${data.target}: ${where}`}
      outdated={isBusy ? { text: texts.searching, onCancel } : null}
      panelOf={panelOf}
      actions={<AnswerActions tool="geo" target={data.target} data={data} tables={geoTables(data)} />}
      aside={
        <>
          <CameFrom what="the addresses" parts={[addressesPart(data)]} />
          {data.specialUse === null && <AbuseContact key={facts.ip} address={facts.ip} />}
          {data.addresses.length > 1 && <Addresses addresses={data.addresses} shown={facts.ip} />}
        </>
      }
    >
      <Panel title={geoTexts.location} icon={MapPin} span={facts.position === null ? 12 : 5}>
        <CameFrom what="the location" parts={locationParts(facts.ip, data)} />
        <KeyValueList rows={facts.location} missing={geoTexts.missing} wide={facts.position === null} />
      </Panel>
      <Panel title={geoTexts.network} icon={Network} span={facts.position === null ? 12 : 5}>
        <KeyValueList rows={facts.network} missing={geoTexts.missing} wide />
      </Panel>
      {facts.position !== null && (
        <Panel title="Location Map" icon={Globe} span={7}>
          <LazyMap markers={[{ ...facts.position, label: visibleText(facts.label), accuracyKm: facts.accuracyKm }]} />
        </Panel>
      )}
      <Credits data={data} />
    </AnswerPage>
  );
}

/** The ids of the panels that checks rest on. */
const panelOf = {
  kind: 'network-information',
  location: 'location-information',
  accuracy: 'location-map',
  network: 'network-information',
};

function headline({ target, specialUse }: GeoAnswer, { ip, organization }: GeoFacts, where: string): string {
  if (specialUse !== null) {
    const { name, prefix, source } = specialUse;
    return `${name} (${prefix}, ${source}): not a public address, so it has no location on the map.`;
  }
  const known = [ip === target ? '' : ip, where, organization].filter(Boolean);
  return known.join(' · ') || 'The database does not know this address.';
}

function useFacts({ zone, asNumber, isHosting }: GeoFacts) {
  const clock = useLocalClock(zone.name);
  return [
    clock === null ? null : `${clock.time} local time, ${clock.offset}`,
    asNumber,
    isHosting === true && 'Hosting',
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
