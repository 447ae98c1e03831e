import { knownWord } from '@sonde/contract/text/known-word';
import { isOpenToTakeover } from '@sonde/contract/tools/subdomain/takeover';
import { memo } from 'react';
import { Badge } from '../../../ui/tables/badge.tsx';
import { shownText } from '../../../ui/text/shown-text.ts';
import { CameFrom } from '../../checked/evidence/came-from.tsx';
import { namePart } from '../came-from.ts';
import { sourceNames } from '../messages.ts';
import type { ReadSubdomain } from '../query.ts';
import { LookUp } from './look-up.tsx';
import { TakeoverMark } from './takeover-mark.tsx';

/** One name: its addresses, its sources, and links to the other tools. */
export const Card = memo(function Card({ name }: { readonly name: ReadSubdomain }) {
  const { subdomain, ipv4List, ipv6List, unknownFamilies, sources, resolves } = name;
  return (
    <li>
      <h3>{shownText(subdomain)}</h3>
      <Addresses family="IPv4" of={subdomain} addresses={ipv4List} isUnknown={unknownFamilies.includes('ipv4')} />
      <Addresses family="IPv6" of={subdomain} addresses={ipv6List} isUnknown={unknownFamilies.includes('ipv6')} />
      {isOpenToTakeover(name) && <TakeoverMark />}
      {resolves === false && <Badge>Does not resolve</Badge>}
      {resolves === null && unknownFamilies.length > 0 && <Badge tone="warn">No answer</Badge>}
      {resolves && ipv4List.length + ipv6List.length === 0 && <Badge>No public address</Badge>}
      {sources.length > 0 && (
        <p className="found-from">
          Found by {sources.map((source) => knownWord(sourceNames, source, source)).join(', ')}
        </p>
      )}
      <CameFrom what={subdomain} parts={[namePart(subdomain)]} />
      <LookUp target={subdomain} />
    </li>
  );
});

interface AddressesProps {
  readonly family: string;
  readonly of: string;
  readonly addresses: readonly string[];
  /** True if the resolver did not answer, or only in part. */
  readonly isUnknown: boolean;
}

function Addresses({ family, of, addresses, isUnknown }: AddressesProps) {
  return (
    <div className="ips">
      <span>{family}</span>
      {addresses.length === 0 ? (
        noneText(isUnknown)
      ) : (
        <ul aria-label={`${family} addresses of ${of}`}>
          {addresses.map((address) => (
            <li key={address}>{address}</li>
          ))}
          {isUnknown && <li>perhaps more</li>}
        </ul>
      )}
    </div>
  );
}

/** A dash means that there are no addresses. */
function noneText(isUnknown: boolean): string {
  return isUnknown ? 'unknown' : '—';
}
