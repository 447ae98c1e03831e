#!/usr/bin/env escript
%% A TLS server with the defaults of Erlang's own implementation. Arguments: port, certificates, key.
main([Port, Certificates, Key]) ->
  {ok, _} = application:ensure_all_started(ssl),
  {ok, Listening} = ssl:listen(list_to_integer(Port), [
    {ip, {127, 0, 0, 1}}, {certfile, Certificates}, {cacertfile, Certificates}, {keyfile, Key},
    {reuseaddr, true}, {active, false}, {alpn_preferred_protocols, [<<"http/1.1">>]}, {log_level, none}]),
  io:format("ready~n"),
  accept(Listening).

accept(Listening) ->
  {ok, Connection} = ssl:transport_accept(Listening),
  Worker = spawn(fun() -> receive go -> serve(Connection) end end),
  ssl:controlling_process(Connection, Worker),
  Worker ! go,
  accept(Listening).

serve(Connection) ->
  case ssl:handshake(Connection, 10000) of
    {ok, Session} ->
      ssl:recv(Session, 0, 10000),
      ssl:send(Session, "HTTP/1.0 204 No Content\r\n\r\n"),
      ssl:close(Session);
    _ -> ok
  end.
