# Evaluates SPF by Mail::SPF: a job from standard input, a list of results to standard output, both as JSON.
use strict;
use warnings;
use JSON::PP;
use Mail::SPF;
use Net::DNS::Resolver;
use Time::HiRes 'time';

my $job = decode_json(join '', <STDIN>);
my $resolver = Net::DNS::Resolver->new(
    nameservers => [$job->{host}], port => $job->{port}, recurse => 1, defnames => 0, dnsrch => 0,
    udp_timeout => $job->{timeoutSeconds}, tcp_timeout => $job->{timeoutSeconds}, retry => 1, retrans => 1,
);
my @results;
for my $test (@{ $job->{tests} }) {
    my $started = time;
    my ($result, $lookups) = eval {
        my $server = Mail::SPF::Server->new(dns_resolver => $resolver, max_void_dns_lookups => 2);
        my $request = Mail::SPF::Request->new(
            scope => $test->{sender} eq '' ? 'helo' : 'mfrom',
            identity => $test->{sender} eq '' ? $test->{helo} : $test->{sender},
            ip_address => $test->{ip}, helo_identity => $test->{helo},
        );
        my $result = $server->process($request);
        ($result->code, $request->state('dns_interactive_terms_count'));
    };
    push @results, { result => $result // "refused: $@", lookups => $lookups, ms => (time - $started) * 1000 };
}
print encode_json(\@results);
