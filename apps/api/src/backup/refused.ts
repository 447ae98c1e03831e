/** Why a backup was not made, or not restored: one sentence for the operator. Nothing was changed. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
