import { Changed } from '@sonde/contract/account';
import { useState } from 'react';
import { askApi } from '../../browser/api/ask.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { announce } from '../../ui/feedback/announce.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';

/** The token in the link that deletes a snapshot. It is in the fragment, which browsers never send to a server. */
export function revokeTokenOf(hash: string): string | null {
  return /^#delete=([\w-]+)$/.exec(hash)?.[1] ?? null;
}

export interface DeletePanelProps {
  readonly id: string;
  readonly token: string;
  onDeleted(): void;
}

/**
 * Deletes a snapshot for whoever has the second link. It takes a press, because programs that only fetch links must not
 * delete it.
 */
export function DeletePanel({ id, token, onDeleted }: DeletePanelProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function remove() {
    setBusy(true);
    setProblem(null);
    try {
      await askApi(`/api/v2/snapshots/${encodeURIComponent(id)}`, Changed, { method: 'DELETE', body: { token } });
      announce('Deleted.');
      onDeleted();
    } catch (error) {
      setProblem(textOf(error));
      setBusy(false);
    }
  }
  return (
    <section className="frozen" aria-label="Delete this page">
      <p>This link deletes the page for everyone, permanently.</p>
      {problem !== null && <ErrorBox message={problem} />}
      <div className="acts">
        <button className="btn btn-danger" type="button" disabled={isBusy} onClick={remove}>
          Delete it now
        </button>
      </div>
    </section>
  );
}
