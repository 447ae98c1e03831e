import { cleanup } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { queryClient } from '../../browser/api/query-client.ts';
import { inLongSet } from '../../testing/test-set.ts';
import { heading } from '../../testing/tool-page.ts';
import { geoPage } from './testing/geo-page.ts';

const { open } = await geoPage();

describe('the session', () => {
  it('R4.8 R4.11 shows returning visitors the answer again, without a request', async () => {
    const { field, user, asked } = open();
    await user.type(field, '8.8.8.8{Enter}');
    await heading('8.8.8.8');
    cleanup();
    const back = open();
    await heading('8.8.8.8');
    expect(back.field.value).toBe('8.8.8.8');
    expect(asked()).toHaveLength(1);
    // After a reload only session storage has the answer.
    for (const path of ['/', '/?q=8.8.8.8']) {
      cleanup();
      queryClient.clear();
      open(path);
      await heading('8.8.8.8');
    }
    expect(asked()).toHaveLength(1);
    expect(sessionStorage.getItem('ipTracker.searchTrigger')).toBe('1');
  });

  it('R4.8 never looks up text that was not submitted', async () => {
    const { field, user, asked } = open();
    await user.type(field, '8.8.8.8{Enter}');
    await heading('8.8.8.8');
    await user.clear(field);
    await user.type(field, 'example.com');
    cleanup();
    queryClient.clear();
    const back = open();
    await heading('8.8.8.8');
    expect(back.field.value).toBe('example.com');
    expect(asked()).toHaveLength(1);
  });

  it('R4.9 R4.11 going back and forth between links requests each once and counts no submit', async () => {
    const { asked } = open('/?q=8.8.8.8');
    await heading('8.8.8.8');
    for (const target of ['1.1.1.1', '8.8.8.8', '1.1.1.1']) {
      cleanup();
      queryClient.clear();
      open(`/?q=${target}`);
      await heading(target);
    }
    expect(asked()).toHaveLength(2);
    expect(sessionStorage.getItem('ipTracker.searchTrigger')).toBe('1');
  });

  inLongSet(it)('requests again if session storage holds something other than an answer', async () => {
    sessionStorage.setItem('ipTracker.searchTrigger', '1');
    for (const data of ['no JSON', '{}', '[null, 1]', '[{"target":"8.8.8.8","counter":1,"at":1,"data":{"geoIp":1}}]']) {
      sessionStorage.setItem('ipTracker.answers', data);
      const { asked } = open('/?q=8.8.8.8');
      await heading('8.8.8.8');
      expect(asked()).toHaveLength(1);
      cleanup();
      queryClient.clear();
    }
  });

  inLongSet(it)('looks up what another version of this page submitted in this session', async () => {
    sessionStorage.setItem('ipTracker.ip', '8.8.8.8');
    sessionStorage.setItem('ipTracker.searchTrigger', '3');
    const { asked } = open();
    await heading('8.8.8.8');
    expect(asked()).toHaveLength(1);
    expect(sessionStorage.getItem('ipTracker.searchTrigger')).toBe('3');
  });
});
