import { derivedTables } from '@sonde/contract/table/derived-tables';
import { macExplanations } from '@sonde/contract/tools/mac/explanations';
import { CopyButton } from '../../ui/export/copy-button.tsx';
import { Binary } from '../../ui/icons/lucide/binary.ts';
import { Building2 } from '../../ui/icons/lucide/building-2.ts';
import { CopyCheck } from '../../ui/icons/lucide/copy-check.ts';
import { Tags } from '../../ui/icons/lucide/tags.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { KeyValueList } from '../../ui/tables/key-value-list.tsx';
import { RecordTable } from '../../ui/tables/record-table.tsx';
import { AnswerPage } from '../answer/answer-page.tsx';
import { addExplanations } from '../findings/explanations.ts';
import { AnswerActions } from '../screens/answer-actions.tsx';
import { BitsPicture } from './bits-picture.tsx';
import { gapSentences, headline, meaningOf } from './messages.ts';
import type { MacAnswer } from './query.ts';
import { texts } from './texts.ts';
import { bitRows, formRows } from './words.ts';

addExplanations(macExplanations);

interface AnswerProps {
  readonly target: string;
  readonly data: MacAnswer;
  readonly isBusy: boolean;
  onCancel(): void;
}

const NOT_PUBLISHED = 'Not published';

/** The owner first, then the meaning of the bits and every notation. */
export function Answer({ target, data, isBusy, onCancel }: AnswerProps) {
  const { registrations, conventions } = data;
  const forms = formRows(data);
  const title = headline(data);
  const [known] = conventions;
  const use = known && (known.value === null ? known.what : `${known.what}: ${known.value}`);
  return (
    <AnswerPage
      tool="mac"
      target={target}
      title={title}
      answer={data}
      good={meaningOf(data)}
      facts={[data.mac, use, data.registryDate !== null && `Registry of ${data.registryDate}`]}
      notes={gapSentences(data)}
      announcement={`${data.mac}: ${title}`}
      outdated={isBusy ? { text: texts.loading, onCancel } : null}
      panelOf={panelOf}
      actions={<AnswerActions tool="mac" target={target} data={data} tables={derivedTables(data)} />}
    >
      {registrations.length > 0 && (
        <Panel title="Registration" icon={Building2} count={registrations.length}>
          <RecordTable
            label="Registration"
            titles={['Owner', 'Registry', 'Prefix', 'First address', 'Last address', 'Address of the owner']}
            rows={registrations.map(({ owner, registry, prefix, bits, rangeFirst, rangeLast, address }) => [
              owner ?? NOT_PUBLISHED,
              registry,
              `${prefix}/${bits}`,
              rangeFirst ?? '',
              rangeLast ?? '',
              address ?? '',
            ])}
          />
        </Panel>
      )}
      {conventions.length > 0 && (
        <Panel title="Known Use" icon={Tags} count={conventions.length}>
          <RecordTable
            label="Known use"
            titles={['Use', 'Value', 'Certainty', 'Source']}
            rows={conventions.map(({ what, value, certainty, source }) => [
              what,
              value ?? '',
              certainty === 'standard' ? 'Standard' : 'By convention',
              source ?? '',
            ])}
          />
        </Panel>
      )}
      <Panel title="Bits" icon={Binary}>
        <BitsPicture data={data} />
        <KeyValueList rows={bitRows(data)} missing="Not available" wide />
      </Panel>
      <Panel
        title="Spellings"
        icon={CopyCheck}
        actions={<CopyButton label="every spelling" text={forms.map(({ value }) => value).join('\n')} />}
      >
        <KeyValueList rows={forms} missing="Not available" wide />
      </Panel>
    </AnswerPage>
  );
}

/** The ids of the panels that checks rest on. */
const panelOf = {
  kind: 'bits',
  scope: 'bits',
  registration: 'registration',
  owner: 'registration',
  uses: 'known-use',
  registry: 'registration',
};
