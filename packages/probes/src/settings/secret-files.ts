import { readFileSync, statSync } from 'node:fs';

/** What has to be known of the variables of a table. */
type Secrets = Readonly<Record<string, { readonly meaning: string; readonly isSecret?: true }>>;
type Environment = Readonly<Record<string, string | undefined>>;

/** `SONDE_SECRET_FILE` names the file that holds the value of `SONDE_SECRET`. */
const SUFFIX = '_FILE';
/** Far more than any secret has. */
const MAX_BYTES = 64 * 1024;

/** The names of all variables of a table, with those that name the files of secrets. */
export function variableNames(table: Secrets): string[] {
  return Object.entries(table).flatMap(([name, { isSecret }]) => (isSecret ? [name, name + SUFFIX] : [name]));
}

/** An environment in which secrets that are kept in files have been read, and a sentence for each that could not be. */
export interface EnvironmentWithSecrets {
  readonly env: Environment;
  readonly problems: readonly string[];
}

/**
 * Reads the secrets that are kept in files, as Docker, Kubernetes, systemd and Vault provide them: other processes can see
 * neither these files nor, through them, the environment. No message repeats what a file contains.
 */
export function withSecretFiles(table: Secrets, env: Environment): EnvironmentWithSecrets {
  const read: Record<string, string> = {};
  const problems: string[] = [];
  for (const [name, { isSecret }] of Object.entries(table)) {
    const path = env[name + SUFFIX]?.trim() ?? '';
    if (!isSecret || path === '') continue;
    const { text, problem } = isSet(env[name])
      ? { text: '', problem: `${name} and ${name}${SUFFIX} are both set: keep one of them.` }
      : readSecret(name + SUFFIX, path);
    if (problem === null) read[name] = text;
    else problems.push(problem);
  }
  return { env: { ...env, ...read }, problems };
}

const isSet = (text: string | undefined) => text !== undefined && text.trim() !== '';

function readSecret(variable: string, path: string): { readonly text: string; readonly problem: string | null } {
  const failed = (problem: string) => ({ text: '', problem: `${variable}: ${path} ${problem}.` });
  try {
    const found = statSync(path);
    // Reading a pipe would wait for its writer.
    if (!found.isFile()) return failed('is not a file');
    if (found.size > MAX_BYTES) return failed(`is larger than ${MAX_BYTES / 1024} kB, which no secret is`);
    const text = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
    return text.trim() === '' ? failed('is empty') : { text, problem: null };
  } catch {
    return failed('cannot be read');
  }
}
