import { SONDE_VERSION } from '@sonde/contract/version';
import { saysNameDoesNotExist, scriptedResolver } from '@sonde/probes/testing/scripted-net';
import { eventually } from '@sonde/service/testing/eventually';
import { describe, expect, it } from 'vitest';
import { COUNTDOWN, fakeToolbox } from '../testing/fake-toolbox.ts';
import { testServer } from '../testing/test-server.ts';
import { createRegistry } from './registry.ts';
import { createTally } from './tally.ts';

const DNS = '/api/v2/dnsRecords';

describe('the text', () => {
  it('is the exposition format of Prometheus, with the current values', async () => {
    const registry = await createRegistry();
    const tally = createTally();
    registry.counter('a_total', 'How many.', ['tool', 'source'], tally);
    registry.gauge('b', 'Now.', () => 1.5);
    registry.gauges('c', 'Now, by tool.', 'tool', () => [['dns', 3]]);
    const histogram = registry.histogram('d_seconds', 'How long.', ['tool'], [0.1, 1]);
    for (const seconds of [0.05, 0.1, 0.5, 2]) histogram.observe({ tool: 'dns' }, seconds);
    tally.add(['x "y"\\\n', 'fresh'], 2);
    await registry.text();
    tally.add(['x "y"\\\n', 'fresh']);
    const own = (await registry.text())
      .split('\n')
      .filter((line) => /^(?:# (?:HELP|TYPE) )?(?:a_total|[bc]|d_seconds)/.test(line));
    expect(own.filter((line) => !/^# \w+ (?:process|nodejs)_/.test(line))).toEqual([
      '# HELP a_total How many.',
      '# TYPE a_total counter',
      'a_total{tool="x \\"y\\"\\\\\\n",source="fresh"} 3',
      '# HELP b Now.',
      '# TYPE b gauge',
      'b 1.5',
      '# HELP c Now, by tool.',
      '# TYPE c gauge',
      'c{tool="dns"} 3',
      '# HELP d_seconds How long.',
      '# TYPE d_seconds histogram',
      'd_seconds_bucket{le="0.1",tool="dns"} 2',
      'd_seconds_bucket{le="1",tool="dns"} 3',
      'd_seconds_bucket{le="+Inf",tool="dns"} 4',
      'd_seconds_sum{tool="dns"} 2.65',
      'd_seconds_count{tool="dns"} 4',
    ]);
  });
});

describe('the metrics', () => {
  it('count answers by source, failures by code and blame, and durations, without targets', async () => {
    const clock = { ms: 1_000 };
    const net = scriptedResolver((question, signal) => {
      clock.ms += 1;
      return saysNameDoesNotExist(question, signal);
    }).net;
    const { app, metrics } = await testServer({ SONDE_RATE_LIMIT: '4/60s' }, { net, now: () => clock.ms });
    await app.inject(`${DNS}?domain=secret.example`);
    await app.inject(`${DNS}?domain=secret.example`);
    await app.inject(`${DNS}?domain=other.example`);
    await app.inject(DNS);
    // Without an active timer, the metric about timers would be missing.
    const timer = setTimeout(() => {}, 60_000);
    const { body, headers } = await metrics.inject('/metrics');
    clearTimeout(timer);
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const lines = body.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'sonde_answers_total{tool="dns",source="measured"} 1',
        'sonde_answers_total{tool="dns",source="fresh"} 1',
        'sonde_answers_total{tool="dns",source="none"} 2',
        'sonde_failures_total{tool="dns",code="not-found",blame="target"} 2',
        'sonde_failures_total{tool="dns",code="rate-limited",blame="caller"} 1',
        'sonde_failures_total{tool="dns",code="invalid-input",blame="caller"} 1',
        'sonde_measurement_duration_seconds_count{tool="dns"} 1',
        'sonde_queue_depth{tool="dns"} 0',
        'sonde_jobs_due{queue="watch"} 0',
        'sonde_jobs_oldest_seconds{queue="deliver"} 0',
        'sonde_jobs_dead{queue="sweep"} 0',
      ]),
    );
    expect(body).toMatch(/^nodejs_active_resources\{type="Timeout"\} \d+$/m);
    expect(body).toMatch(/^sonde_connections 0$/m);
    expect(body).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(body).toMatch(/^process_cpu_seconds_total [\d.]+$/m);
    expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds \d[\d.e-]*$/m);
    expect(body).toContain(`sonde_build_info{version="${SONDE_VERSION}"} 1\n`);
    expect(body).not.toMatch(/secret|other\.example/);
  });

  it('count joined lookups, and show how many are running and waiting', async () => {
    const { toolbox, run, taken } = fakeToolbox();
    const { app, metrics } = await testServer({ SONDE_RATE_LIMIT: 'off' }, { toolbox });
    const calls = ['a', 'a', ...Array.from({ length: 9 }, (_, index) => `${index}`)].map((host) =>
      app.inject(`${COUNTDOWN}?host=${host}`),
    );
    await taken(11);
    const during = (await metrics.inject('/metrics')).body;
    expect(during).toContain('sonde_lookups_running{tool="countdown"} 8\n');
    expect(during).toContain('sonde_queue_depth{tool="countdown"} 2\n');
    for (let index = 0; index < 10; index += 1) (await run(index)).end({ steps: 1 });
    await Promise.all(calls);
    const after = (await metrics.inject('/metrics')).body;
    expect(after).toContain('sonde_answers_total{tool="countdown",source="joined"} 1\n');
    expect(after).toContain('sonde_answers_total{tool="countdown",source="measured"} 10\n');
    expect(after).toContain('sonde_lookups_running{tool="countdown"} 0\n');
  });

  it('are served by their own listener only, which serves nothing else', async () => {
    const { app, metrics } = await testServer();
    expect((await app.inject('/metrics')).statusCode).toBe(404);
    for (const url of ['/', '/healthz', `${DNS}?domain=example.com`]) {
      expect((await metrics.inject(url)).statusCode).toBe(404);
    }
  });

  it('are not counted if SONDE_METRICS is not set', async () => {
    const { app, metrics } = await testServer({ SONDE_METRICS: '' });
    await app.inject(`${DNS}?domain=example.com`);
    expect((await metrics.inject('/metrics')).body).toBe('');
  });

  it('are no longer served once the server has stopped', async () => {
    const { metrics, stop } = await testServer();
    const address = await metrics.listen({ port: 0, host: '127.0.0.1' });
    expect((await fetch(`${address}/metrics`)).status).toBe(200);
    await stop();
    await eventually(() => expect(metrics.server.listening).toBe(false));
  });
});
