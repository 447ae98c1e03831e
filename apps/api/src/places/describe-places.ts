import type { AnyTool } from '@sonde/contract';
import { isAskedElsewhere } from '@sonde/contract/places/asked-elsewhere';
import type { Place } from '@sonde/contract/places/places';
import type { Hub } from '@sonde/service/places/hub';
import type { StoredPlace } from './place-store.ts';

/** The places as visitors see them: what the operator states, and what the hub knows of their agents. */
export function describePlaces(all: readonly StoredPlace[], hub: Hub, tools: readonly AnyTool[]): Place[] {
  const asked = tools.filter(isAskedElsewhere).map(({ id }) => id);
  return all.map((place) => describe(place, hub, asked));
}

/** `asked`: the ids of the tools that can be asked elsewhere. */
function describe(
  { id, name, city, country, asn, latitude, longitude, isConfirmed }: StoredPlace,
  hub: Hub,
  asked: readonly string[],
): Place {
  const presence = hub.presence(id);
  const known = { id, name, city, country, asn, latitude, longitude };
  const tools = asked.filter((tool) => presence?.tools.has(tool) === true);
  const seen = { families: [...(presence?.families ?? [])], tools };
  return { ...known, ...seen, state: stateOf(id, { isConfirmed, hub, isUsable: tools.length > 0 }) };
}

interface Seen {
  readonly isConfirmed: boolean;
  readonly hub: Hub;
  /** Whether any tool can be asked there. */
  readonly isUsable: boolean;
}

function stateOf(id: string, { isConfirmed, hub, isUsable }: Seen): Place['state'] {
  if (!isConfirmed) return 'unconfirmed';
  if (hub.isSuspended(id)) return 'suspended';
  if (hub.presence(id) === null) return 'offline';
  return isUsable ? 'online' : 'needs-update';
}
