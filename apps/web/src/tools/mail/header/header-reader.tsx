import { useDeferredValue, useId, useMemo, useState } from 'react';
import { adoptSheet } from '../../../browser/page/adopt-sheet.ts';
import { MailSearch } from '../../../ui/icons/lucide/mail-search.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { RecordTable } from '../../../ui/tables/record-table.tsx';
import sheet from '../mail.css?inline';
import { type Alignment, type ReadHeader, readHeader } from './read-header.ts';

adoptSheet(sheet);

const alignments: Readonly<Record<Alignment, string>> = {
  same: 'the domain of From',
  below: 'aligned, except in strict mode',
  perhaps: 'possibly aligned: depends on who registers names there',
  other: 'another domain',
};
const aligned = (alignment: Alignment | null) => (alignment === null ? 'not known' : alignments[alignment]);

/** Shows the path of a message from its header. Nothing leaves the browser. */
export function HeaderReader() {
  const [text, setText] = useState('');
  const deferred = useDeferredValue(text);
  const read = useMemo(() => (deferred.trim() === '' ? null : readHeader(deferred)), [deferred]);
  const id = useId();
  return (
    <Panel title="Path of a message" icon={MailSearch}>
      <div className="mail-reader">
        <label htmlFor={id}>Message header</label>
        <textarea
          id={id}
          value={text}
          spellCheck={false}
          autoComplete="off"
          placeholder="Received: from …"
          onChange={({ target }) => setText(target.value)}
        />
        <p>
          Paste the header as your mail program shows it (“Show original”, “View source”). It is read in this browser
          and not sent anywhere.
        </p>
        {deferred.trim() !== '' && read === null && <p role="status">This text contains no message header.</p>}
      </div>
      {read !== null && <Way read={read} />}
    </Panel>
  );
}

function Way({ read }: { readonly read: ReadHeader }) {
  const { hops, results, signatures, totalSeconds, from, returnPath } = read;
  const hopRows = hops.map(({ from: sender, by, protocol, time, delaySeconds }) => [
    sender ?? '–',
    by ?? '–',
    protocol ?? '–',
    time?.toISOString() ?? '–',
    delaySeconds === null ? '–' : `${delaySeconds} s`,
  ]);
  const resultRows = results.map(({ server, method, result, domain, alignment }) => [
    ...[method, result, domain ?? '–'],
    aligned(alignment),
    server,
  ]);
  const signatureRows = signatures.map(({ domain, selector, alignment }) => [domain, selector, aligned(alignment)]);
  const facts = [
    from === null ? null : `From is in ${from}.`,
    returnPath === null ? null : `The envelope sender is in ${returnPath}.`,
    totalSeconds === null ? null : `It took ${totalSeconds} s according to the servers’ clocks.`,
    'Every server on the path can write anything here. Only the lines of your own mail server are reliable.',
  ];
  return (
    <>
      <div className="mail-reader">
        <p role="status">{facts.filter((one) => one !== null).join(' ')}</p>
      </div>
      {hopRows.length > 0 && (
        <RecordTable label="Way" titles={['From', 'By', 'Protocol', 'Time', 'Delay']} rows={hopRows} />
      )}
      {resultRows.length > 0 && (
        <RecordTable
          label="Results"
          titles={['Check', 'Result', 'Domain', 'Alignment', 'Checked by']}
          rows={resultRows}
        />
      )}
      {signatureRows.length > 0 && (
        <RecordTable label="Signatures" titles={['Signed by', 'Selector', 'Alignment']} rows={signatureRows} />
      )}
    </>
  );
}
