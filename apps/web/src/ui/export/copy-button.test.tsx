import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Announcer } from '../feedback/announcer.tsx';
import { KeyValueList } from '../tables/key-value-list.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show() {
  render(
    <>
      <KeyValueList
        missing="N/A"
        rows={[
          { label: 'Host', value: 'example.com' },
          { label: 'ISP', value: null },
        ]}
      />
      <Announcer />
    </>,
  );
  return userEvent.setup({ writeToClipboard: false });
}
const press = () => screen.getByRole('button', { name: 'Copy Host' });

describe('copying a value', () => {
  it('copies only the value and says so', async () => {
    const user = show();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(press());
    expect(write).toHaveBeenCalledExactlyOnceWith('example.com');
    expect(screen.getByRole('status').textContent).toBe('Host copied');
    expect(press().dataset['state']).toBe('done');
  });

  it('selects the value if the browser refuses the clipboard', async () => {
    const user = show();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await user.click(press());
    expect(screen.getByRole('status').textContent).toBe('Host could not be copied');
    expect(getSelection()?.toString()).toBe('example.com');
  });

  it('has no button for a value that was not measured', () => {
    show();
    expect(screen.getByText('N/A')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Copy ISP' })).toBeNull();
  });
});
