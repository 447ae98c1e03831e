import { readerOf } from '@sonde/contract';
import { places } from '@sonde/contract/places/places';
import { type CliContext, terminalOf } from '../cli-context.ts';
import { EXIT } from '../exit-status.ts';
import { printableJson } from '../print/printable.ts';
import { renderTable } from '../print/table.ts';
import type { RemoteServer } from '../remote/remote-options.ts';
import { callPlaces } from './call-places.ts';

export interface ListedPlaces {
  readonly server: RemoteServer;
  readonly isJson: boolean;
}

/** Lists the places of a server, as it tells visitors. */
export async function listPlaces({ server, isJson }: ListedPlaces, context: CliContext): Promise<number> {
  const { out, err, isTerminal } = context;
  const data = await callPlaces(places.path, {}, { server, context, what: 'anything' });
  if (typeof data === 'number') return data;
  if (isJson || !isTerminal) {
    out(printableJson(data));
    return EXIT.answer;
  }
  const { data: read } = readerOf(places.answer).safeParse(data);
  const rows = (read?.places ?? []).map(({ id, name, city, country, asn, state, families, tools }) => [
    id ?? '',
    name ?? '',
    [city, country].filter(Boolean).join(', '),
    asn === null ? '' : `AS${asn}`,
    state ?? '',
    (families ?? []).join(', '),
    (tools ?? []).join(', '),
  ]);
  if (rows.length === 0) err(`sonde: ${server.origin} has no places.`);
  else
    out(
      renderTable(
        ['Id', 'Name', 'Where', 'AS', 'State', 'Families', 'Tools'],
        rows,
        terminalOf(context, null).columns,
      ).join('\n'),
    );
  return EXIT.answer;
}
