import { counted } from '@sonde/contract/text/counted';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { adoptSheet } from '../../../browser/page/adopt-sheet.ts';
import { ExportMenu } from '../../../ui/export/export-menu.tsx';
import { ErrorBox } from '../../../ui/feedback/error-box.tsx';
import { Tags } from '../../../ui/icons/lucide/tags.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { RecordTable } from '../../../ui/tables/record-table.tsx';
import { useHanded } from '../../paste/handed-text.ts';
import { gapSentences } from '../messages.ts';
import { compareLists } from './compare.ts';
import sheet from './inventory.css?inline';
import { type Owners, ownersOf } from './owners.ts';
import { countUnanswered, MAX_TEXT, readPaste } from './read-paste.ts';
import { inventoryTable, withoutEmptyColumns } from './rows.ts';

const FAILED = 'The owners could not be looked up.';
const NOTHING = 'There is no MAC address in this text.';
const TOO_LONG = `Only the first ${MAX_TEXT.toLocaleString('en')} characters of this text are read.`;
const UNREADABLE = 'This file cannot be read.';
/** Octets of a character in UTF-8, at most. */
const MAX_UTF8 = 4;

type Devices = Parameters<typeof inventoryTable>[0];

/** Reads and compares pasted lists in the browser. They are kept only while the page is open. */
export function List() {
  useLayoutEffect(() => adoptSheet(sheet), []);
  const [texts, setTexts] = useState({ now: '', before: '' });
  const [devices, setDevices] = useState<Devices | null>(null);
  const [unanswered, setUnanswered] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const shown = useHanded('devices', (now) => {
    setTexts({ now, before: '' });
    read({ now, before: '' });
  });
  function read(given: typeof texts): void {
    const now = readPaste(given.now);
    const before = given.before.trim() === '' ? null : readPaste(given.before);
    setProblem(now.length === 0 || before?.length === 0 ? NOTHING : null);
    setUnanswered(countUnanswered(given.now));
    setDevices(now.length === 0 ? null : before === null ? now : compareLists(before, now));
  }
  return (
    <div className="inventory-body">
      <p>
        Paste the output of <code>arp -a</code>, <code>ip neigh</code>, a switch’s table of MAC addresses, nmap, or a
        file of DHCP leases. The text is read in your browser. Only the first 24 bits of the addresses are sent, or 36
        where the IEEE divided a block, to find the owners; nothing is stored.
      </p>
      <div className="inventory-fields">
        <TextField
          label="The list"
          text={texts.now}
          problem={problem}
          onText={(now) => setTexts((kept) => ({ ...kept, now }))}
        />
        <TextField
          label="An earlier list, to compare with (optional)"
          text={texts.before}
          problem={null}
          onText={(before) => setTexts((kept) => ({ ...kept, before }))}
        />
      </div>
      <button className="btn" type="button" onClick={() => read(texts)}>
        Read the list
      </button>
      {devices !== null && (
        <div ref={shown} className="handed" tabIndex={-1}>
          <Devices devices={devices} unanswered={unanswered} />
        </div>
      )}
    </div>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly text: string;
  readonly problem: string | null;
  onText(text: string): void;
}

/** A text field that also accepts a dropped file. */
function TextField({ label, text, problem, onText }: TextFieldProps) {
  const id = useId();
  const [isUnreadable, setUnreadable] = useState(false);
  const shown = isUnreadable ? UNREADABLE : (problem ?? (text.length > MAX_TEXT ? TOO_LONG : null));
  function take(read: string): void {
    setUnreadable(false);
    onText(read);
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={6}
        value={text}
        onChange={({ target }) => take(target.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          const [file] = event.dataTransfer.files;
          if (file === undefined) return;
          event.preventDefault();
          // A folder, for example, cannot be read.
          const text = file.slice(0, MAX_UTF8 * (MAX_TEXT + 1)).text();
          text.then(take, () => setUnreadable(true));
        }}
        aria-invalid={shown !== null}
        aria-describedby={shown === null ? undefined : `${id}-problem`}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      {shown !== null && (
        <p className="msg" id={`${id}-problem`} role="alert">
          {shown}
        </p>
      )}
    </div>
  );
}

function Devices({ devices, unanswered }: { readonly devices: Devices; readonly unanswered: number }) {
  const [owners, setOwners] = useState<Owners | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const region = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the visitor wants it
  useEffect(() => {
    const leaving = new AbortController();
    setError(null);
    ownersOf(
      devices.map(({ mac }) => mac),
      leaving.signal,
    ).then(setOwners, (cause: unknown) => {
      if (!leaving.signal.aborted) setError(cause);
    });
    return () => leaving.abort();
  }, [devices, tries]);
  const table = inventoryTable(devices, owners);
  const shown = withoutEmptyColumns(table);
  const notes = [
    ...(unanswered === 0 ? [] : [`${counted(unanswered, 'entry', 'entries')} without an answer left out.`]),
    ...(owners?.registryDate == null ? [] : [`Registry of ${owners.registryDate}.`]),
    ...(owners === null ? [] : gapSentences(owners)),
  ];
  return (
    <div ref={region} className="grid">
      {error !== null && <ErrorBox message={FAILED} onRetry={() => setTries(tries + 1)} />}
      <Panel
        title="Devices"
        icon={Tags}
        count={devices.length}
        note={[changeSummary(devices), ...notes].filter(Boolean).join(' ')}
        actions={
          <ExportMenu
            tool="mac"
            target="list"
            data={{
              devices: table.rows.map((row) => Object.fromEntries(table.columns.map((name, at) => [name, row[at]]))),
            }}
            tables={[table]}
          />
        }
      >
        <RecordTable label="Devices" titles={shown.columns} rows={shown.rows} isStacked />
      </Panel>
    </div>
  );
}

function changeSummary(devices: Devices): string {
  const count = (change: string) => devices.filter((device) => 'change' in device && device.change === change).length;
  const words = { new: 'new', gone: 'gone', moved: 'moved', same: 'unchanged' };
  if (!devices.some((device) => 'change' in device)) return '';
  return `${Object.entries(words)
    .map(([change, word]) => `${count(change)} ${word}`)
    .join(', ')}.`;
}
