import { continents, getCountryData, type TContinentCode, type TCountryCode } from 'countries-list';

export interface Country {
  readonly name: string | null;
  /** ISO 3166-1 alpha-3. */
  readonly code3: string | null;
  readonly continentCode: string | null;
}

/** The ISO 3166-1 data of an alpha-2 code; all null for an unknown code. */
export function countryOf(code: string | null): Country {
  // For an unknown code, the library's result has no name, whatever its types declare.
  const known: Partial<ReturnType<typeof getCountryData>> = code === null ? {} : getCountryData(code as TCountryCode);
  return { name: known.name ?? null, code3: known.iso3 ?? null, continentCode: known.continent ?? null };
}

export function continentName(code: string | null): string | null {
  return code === null ? null : (continents[code as TContinentCode] ?? null);
}
