"""Evaluates SPF by pyspf: a job from standard input, a list of results to standard output, both as JSON."""
import json
import sys
import time

import dns.resolver
import spf

job = json.load(sys.stdin)
resolver = dns.resolver.Resolver(configure=False)
resolver.nameservers = [job['host']]
resolver.port = job['port']
resolver.timeout = resolver.lifetime = job['timeoutSeconds']
dns.resolver.default_resolver = resolver

results = []
for test in job['tests']:
    query = spf.query(i=test['ip'], s=test['sender'], h=test['helo'], strict=job['strict'],
                      timeout=job['timeoutSeconds'], querytime=0)
    started = time.perf_counter()
    result = query.check()[0]
    ms = (time.perf_counter() - started) * 1000
    results.append({'result': result, 'lookups': query.lookups, 'ms': ms})
json.dump(results, sys.stdout)
