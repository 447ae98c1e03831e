import { MAX_NOTE_LENGTH, MAX_TARGET_LENGTH, type SavedTarget } from '@sonde/contract/account';
import { type FormEvent, useContext, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useTargets } from '../../browser/accounts/account-data.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { lookupLink, toolsFor } from '../../tools/screens/lookup-link.ts';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { Bookmark } from '../../ui/icons/lucide/bookmark.ts';
import { Pencil } from '../../ui/icons/lucide/pencil.ts';
import { Trash2 } from '../../ui/icons/lucide/trash-2.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { bothSpellings } from '../../ui/other-spelling.ts';
import { breakable } from '../../ui/text/breakable-text.tsx';
import { useChange } from './use-change.ts';

const empty = { target: '', note: '' };

/** Saved targets, each with a note. */
export function TargetsPanel() {
  const { data, error, refetch } = useTargets();
  const [draft, setDraft] = useState(empty);
  const note = useRef<HTMLInputElement>(null);
  const { busy, problem, run } = useChange();
  const targets = data?.targets ?? [];

  async function save(event: FormEvent) {
    event.preventDefault();
    if (await run('/targets', { method: 'PUT', body: draft }, `${draft.target} saved`)) setDraft(empty);
  }
  function edit(saved: SavedTarget) {
    setDraft({ target: saved.target, note: saved.note });
    note.current?.focus();
  }
  return (
    <Panel title="Saved targets" icon={Bookmark} count={targets.length}>
      <form className="kept-form" onSubmit={save}>
        <div className="kept-filter">
          <input
            aria-label="Target"
            placeholder="Domain or address"
            required
            maxLength={MAX_TARGET_LENGTH}
            autoCapitalize="none"
            spellCheck={false}
            value={draft.target}
            onChange={(event) => setDraft({ ...draft, target: event.target.value })}
          />
          <input
            ref={note}
            aria-label="Note"
            placeholder="Note"
            maxLength={MAX_NOTE_LENGTH}
            value={draft.note}
            onChange={(event) => setDraft({ ...draft, note: event.target.value })}
          />
          <button className="btn" type="submit" disabled={busy}>
            Save
          </button>
        </div>
      </form>
      {error && <ErrorBox message={textOf(error)} onRetry={() => refetch()} />}
      {problem && <ErrorBox message={problem} />}
      {targets.length === 0 && data !== undefined && (
        <p className="status">Save targets that you look up often, with a note if you like.</p>
      )}
      <ul className="kept-targets">
        {targets.map((saved) => (
          <SavedItem
            key={saved.id}
            saved={saved}
            busy={busy}
            onEdit={() => edit(saved)}
            onRemove={() => run(`/targets/${saved.id}`, { method: 'DELETE' }, `${saved.target} removed`)}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface SavedItemProps {
  readonly saved: SavedTarget;
  readonly busy: boolean;
  onEdit(): void;
  onRemove(): void;
}

function SavedItem({ saved: { target, note }, busy, onEdit, onRemove }: SavedItemProps) {
  const links = toolsFor(target, useContext(ToolsContext)).flatMap((screen) => {
    const href = lookupLink(screen, target);
    return href === null ? [] : [{ href, name: screen.name }];
  });
  return (
    <li>
      <div>
        <strong className="mono">{breakable(bothSpellings(target))}</strong>
        {note !== '' && <p>{note}</p>}
        {links.length > 0 && (
          <p className="pills">
            {links.map(({ href, name }) => (
              <Link key={href} className="chip" href={href} aria-label={`${name} for ${target}`}>
                {name}
              </Link>
            ))}
          </p>
        )}
      </div>
      <div className="acts">
        <button className="btn btn-g btn-i" type="button" aria-label={`Edit the note of ${target}`} onClick={onEdit}>
          <Pencil className="i" />
        </button>
        <button
          className="btn btn-g btn-i"
          type="button"
          aria-label={`Remove ${target}`}
          disabled={busy}
          onClick={onRemove}
        >
          <Trash2 className="i" />
        </button>
      </div>
    </li>
  );
}
