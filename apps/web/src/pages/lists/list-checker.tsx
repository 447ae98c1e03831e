import { readList } from '@sonde/contract/lists/read-list';
import { counted } from '@sonde/contract/text/counted';
import { type FormEvent, useContext, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { useAuth } from '../../browser/accounts/auth.ts';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { LIST_TEXT_KEY } from '../../browser/storage/keys.ts';
import { readStored, store } from '../../browser/storage/storage.ts';
import { dropHandedText, useHandedText } from '../../tools/paste/handed-text.ts';
import { inLines } from '../../tools/paste/in-lines.ts';
import { FoldedChoices } from '../../tools/places/folded-choices.tsx';
import { fromOf } from '../../tools/places/place-choices.tsx';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { targetsFor } from './list-lookup.ts';
import { ListTable } from './list-table.tsx';
import sheet from './lists.css?inline';
import { useListRun } from './use-list-run.ts';

adoptSheet(sheet);

/** Lists of this length are looked up without an account, one target after the other. */
const MOST = 50;
/** Of a longer list, the rest is not even counted. */
const MAX_READ = 2_000;
const KEYS = { text: LIST_TEXT_KEY, tool: 'lists.tool' };
const DEFAULT_TOOL = 'ssl';

/** A list of targets that this page looks up itself. */
export function ListChecker() {
  const { draft, change } = useDraft();
  const [places, setPlaces] = useState<readonly string[]>([]);
  const { results, isRunning, pausedUntil, start, goOn, stop } = useListRun();
  const tools = useContext(ToolsContext).filter(
    ({ status, lookup, id }) => status === 'live' && lookup && id !== 'report',
  );
  const text = useDeferredValue(draft.text);
  const read = useMemo(() => {
    const { targets, badLines } = readList(inLines(text), MAX_READ);
    return {
      badLines,
      targets: targetsFor(
        draft.tool,
        targets.map(({ target }) => target),
      ),
      all: targets.length,
    };
  }, [text, draft.tool]);
  /** Each target counts once for each place. */
  const most = Math.floor(MOST / (places.length + 1));
  const chosen = read.targets.slice(0, most);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isRunning) stop();
    else if (chosen.length > 0) start(draft.tool, fromOf(places).from ?? [], chosen);
  }
  /** Not every place can be asked with every tool. */
  function chooseTool(tool: string) {
    change({ tool });
    setPlaces([]);
  }
  const isOpen = results.rows.some(({ state }) => state === 'waiting' || state === 'running');
  return (
    <div className="grid lists">
      <Panel title="The list">
        <form onSubmit={submit}>
          <div className="lists-row">
            <label>
              Tool{' '}
              <select value={draft.tool} onChange={({ target }) => chooseTool(target.value)}>
                {tools.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <FoldedChoices
              legend="Look them up from this server and"
              tools={[draft.tool]}
              most={MOST - 1}
              chosen={places}
              onChoose={setPlaces}
            />
          </div>
          <label htmlFor="list-text">Names and addresses, one per line, or a table</label>
          <textarea
            id="list-text"
            rows={6}
            value={draft.text}
            placeholder={'example.com\nexample.org'}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            onChange={({ target }) => change({ text: target.value })}
          />
          <div className="lists-row">
            <button className="btn btn-p" type="submit" disabled={!isRunning && chosen.length === 0}>
              {isRunning ? 'Stop' : `Check ${chosen.length === 0 ? 'the list' : counted(chosen.length, 'target')}`}
            </button>
            {!isRunning && isOpen && (
              <button className="btn" type="button" onClick={goOn}>
                Go on
              </button>
            )}
          </div>
          {draft.text.trim() !== '' && <Reading found={read} most={most} />}
        </form>
      </Panel>
      {results.rows.length > 0 && <ListTable {...results} isRunning={isRunning} pausedUntil={pausedUntil} />}
    </div>
  );
}

interface ReadingProps {
  readonly found: { readonly all: number; readonly targets: readonly string[]; readonly badLines: readonly unknown[] };
  /** The most targets that this page looks up. */
  readonly most: number;
}

/** What was recognised in the text, and what is left out. */
function Reading({ found: { all, targets, badLines }, most }: ReadingProps) {
  const { user } = useAuth();
  const others = all - targets.length;
  return (
    <p className="lists-read" role="status">
      {counted(targets.length, 'target')} found.
      {others > 0 && ` This tool does not take ${counted(others, 'other')}.`}
      {badLines.length > 0 && ` ${counted(badLines.length, 'line')} without a target left out.`}
      {targets.length > most && (
        <>
          {' '}
          This page checks the first {most}
          {most < MOST && ', since each counts once for each place'}. With an account, lists of up to 1,000 run in the
          background:{' '}
          <Link href={user === null ? '/login' : '/dashboard#lists'}>{user === null ? 'sign in' : 'your lists'}</Link>.
        </>
      )}
    </p>
  );
}

/** The text and the tool, which survive a reload; a text that was left for this page replaces them. */
function useDraft() {
  const [draft, setDraft] = useState({ text: '', tool: DEFAULT_TOOL });
  const handed = useHandedText('list');
  function change(edit: Partial<typeof draft>): void {
    const next = { ...draft, ...edit };
    setDraft(next);
    store('session', KEYS.text, next.text);
    store('session', KEYS.tool, next.tool);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text
  useEffect(() => {
    const tool = new URLSearchParams(location.search).get('tool') ?? readStored('session', KEYS.tool) ?? DEFAULT_TOOL;
    change({ text: handed ?? readStored('session', KEYS.text) ?? '', tool });
    if (handed !== null) dropHandedText();
  }, [handed !== null]);
  return { draft, change };
}
