import { registrableDomain } from '../protocols/public-suffix/registrable-domain.ts';

/** The registrable domain of a name, by the part of the Public Suffix List that belongs to registries; null above those. */
export const registeredZoneOf = (name: string): string | null => registrableDomain(name, { withCompanies: false });
