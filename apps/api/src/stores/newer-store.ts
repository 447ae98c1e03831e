/** Changes of the tables that this version does not know: a newer one has used the store. */
export class NewerStore extends Error {
  override readonly name = 'NewerStore';
  /** For `problemOf`, like the codes of the databases. */
  readonly code = 'STORE_NEWER';
  readonly migrations: readonly string[];

  constructor(migrations: readonly string[]) {
    super(`This database is of a newer Sonde: this version does not know its ${migrations.join(', ')}.`);
    this.migrations = migrations;
  }
}
