import { continents, getCountryData, type TContinentCode, type TCountryCode } from 'countries-list';

export interface Country {
  readonly name: string | null;
  /** ISO 3166-1 alpha-3. */
  readonly code3: string | null;
  /** Of the country as a whole, by UN M49. */
  readonly continentCode: string | null;
}

/** Where UN M49 puts a country elsewhere than the library does. */
const continentByUn: Readonly<Record<string, string>> = {
  BV: 'SA',
  CC: 'OC',
  CX: 'OC',
  CY: 'AS',
  GS: 'SA',
  HM: 'OC',
  IO: 'AF',
  RU: 'EU',
  TF: 'AF',
  TL: 'AS',
};
/** Short names of ISO 3166-1, where the library has another. */
const isoNames: Readonly<Record<string, string>> = { BQ: 'Bonaire, Sint Eustatius and Saba' };

/** The ISO 3166-1 data of an alpha-2 code; all null for an unknown code. */
export function countryOf(code: string | null): Country {
  // For an unknown code, the library's result has no name, whatever its types declare.
  const known: Partial<ReturnType<typeof getCountryData>> = code === null ? {} : getCountryData(code as TCountryCode);
  // ISO has assigned Kosovo no code: XK and XKX are in the range for private use.
  const isAssigned = !('userAssigned' in known && known.userAssigned === true);
  return {
    name: isoNames[code ?? ''] ?? known.name ?? null,
    code3: isAssigned ? (known.iso3 ?? null) : null,
    continentCode: continentByUn[code ?? ''] ?? known.continent ?? null,
  };
}

export function continentName(code: string | null): string | null {
  return code === null ? null : (continents[code as TContinentCode] ?? null);
}
