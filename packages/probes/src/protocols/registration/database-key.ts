/**
 * A database key in place of a name: `GL210-IS`, `intern0000-00001`, `mmr-171440` (.nu), `G830057` (.si), `Lxcc3SYeXq3VFNLq`
 * (.se). A name that is a single word has no such run of digits, and no digits and capitals inside.
 */
const HANDLE =
  /^(?:[A-Z]{1,8}\d{1,9}|ORG-[A-Z0-9]+)-[A-Z0-9]+$|^[a-z]{1,8}\d{1,9}-\d{1,9}$|^[A-Za-z]{1,8}-?\d{4,}$|^(?=\S*\d)(?=\S*[a-z])(?=\S*[a-z\d][A-Z])[A-Za-z\d]{10,}$/;

/** True for the key of a registry's database, which is no name. */
export function isDatabaseKey(text: string): boolean {
  return HANDLE.test(text);
}
