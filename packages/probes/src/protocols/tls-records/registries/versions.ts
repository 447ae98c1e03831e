/** Protocol versions with their numbers on the wire, oldest first (RFC 6176, 6101, 2246, 4346, 5246, 8446). */
export const versions = {
  SSLv2: 0x0002,
  SSLv3: 0x0300,
  TLSv1: 0x0301,
  'TLSv1.1': 0x0302,
  'TLSv1.2': 0x0303,
  'TLSv1.3': 0x0304,
} as const;

export type VersionName = keyof typeof versions;

export const versionNames = Object.keys(versions) as VersionName[];

/** The name of a version; null for an unregistered number. */
export function versionName(version: number): VersionName | null {
  return versionNames.find((name) => versions[name] === version) ?? null;
}
