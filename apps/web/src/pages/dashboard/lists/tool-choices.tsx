import { useId } from 'react';

export interface ToolChoicesProps {
  readonly tools: readonly { readonly id: string; readonly name: string }[];
  /** Ids, in the order of the tools. */
  readonly chosen: readonly string[];
  onChoose(chosen: readonly string[]): void;
}

/** The tools that look up the targets. */
export function ToolChoices({ tools, chosen, onChoose }: ToolChoicesProps) {
  const id = useId();
  const toggle = (tool: string, isOn: boolean) =>
    onChoose(tools.flatMap((one) => ((one.id === tool ? isOn : chosen.includes(one.id)) ? [one.id] : [])));
  return (
    <fieldset className="choices side-by-side">
      <legend>Which tools?</legend>
      {tools.map((tool) => (
        <div key={tool.id}>
          <input
            id={`${id}-${tool.id}`}
            type="checkbox"
            checked={chosen.includes(tool.id)}
            onChange={(event) => toggle(tool.id, event.target.checked)}
          />
          <label htmlFor={`${id}-${tool.id}`}>{tool.name}</label>
        </div>
      ))}
    </fieldset>
  );
}
