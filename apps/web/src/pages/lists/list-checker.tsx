import { counted } from '@sonde/contract/text/counted';
import { type FormEvent, useContext, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { LIST_TEXT_KEY } from '../../browser/storage/keys.ts';
import { readStored, store } from '../../browser/storage/storage.ts';
import { OFFLINE } from '../../tools/lookup/offline.ts';
import { dropHandedText, useHandedText } from '../../tools/paste/handed-text.ts';
import { FoldedChoices } from '../../tools/places/folded-choices.tsx';
import { ToolsContext } from '../../tools/screens/screens-context.ts';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useCodeOnDemand } from '../use-code-on-demand.ts';
import sheet from './lists.css?inline';
import { useListRun } from './use-list-run.ts';

adoptSheet(sheet);

/** Lists of this length are looked up without an account, one target after the other. */
const MOST = 50;
const KEYS = { text: LIST_TEXT_KEY, tool: 'lists.tool' };
const DEFAULT_TOOL = 'ssl';
const NOT_LOADED = 'What checks a list could not be loaded. Please check the connection.';

/** It has the contracts of all tools, so it is loaded when there is a list. */
const loadCode = async () => (await import('./checking-code.ts')).checkingCode;

/** A list of targets that this page looks up itself. */
export function ListChecker() {
  const { draft, change } = useDraft();
  const [places, setPlaces] = useState<readonly string[]>([]);
  const { results, isRunning, pausedUntil, start, goOn, stop } = useListRun();
  const tools = useContext(ToolsContext).filter(
    ({ status, lookup, id }) => status === 'live' && lookup && id !== 'report',
  );
  const [hasFocus, setFocus] = useState(false);
  const isBlank = draft.text.trim() === '';
  const { code, isMissing, loadAgain } = useCodeOnDemand(loadCode, hasFocus || !isBlank || results.rows.length > 0);
  const text = useDeferredValue(draft.text);
  const read = useMemo(() => code?.readText(draft.tool, text) ?? null, [code, text, draft.tool]);
  /** Each target counts once for each place. */
  const most = Math.floor(MOST / (places.length + 1));
  const chosen = read?.targets.slice(0, most) ?? [];
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isRunning) stop();
    else if (code !== null && chosen.length > 0) start(code, draft.tool, places, chosen);
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
            onFocus={() => setFocus(true)}
            onChange={({ target }) => change({ text: target.value })}
          />
          <div className="lists-row">
            <button className="btn btn-p" type="submit" disabled={!isRunning && chosen.length === 0}>
              {isRunning ? 'Stop' : `Check ${chosen.length === 0 ? 'the list' : counted(chosen.length, 'target')}`}
            </button>
            {!isRunning && isOpen && code !== null && (
              <button className="btn" type="button" onClick={() => goOn(code)}>
                Go on
              </button>
            )}
          </div>
          {!isBlank && !isMissing && (
            <p className="lists-read" role="status">
              {code === null || read === null ? 'One moment…' : <code.Found {...read} most={most} limit={MOST} />}
            </p>
          )}
          {isMissing && (
            <ErrorBox message={NOT_LOADED} onRetry={loadAgain}>
              {!navigator.onLine && OFFLINE}
            </ErrorBox>
          )}
        </form>
      </Panel>
      {code !== null && results.rows.length > 0 && (
        <code.ListTable {...results} isRunning={isRunning} pausedUntil={pausedUntil} />
      )}
    </div>
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
