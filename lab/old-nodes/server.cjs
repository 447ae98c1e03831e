// Runs in Node 0.8 as well: only what ECMAScript 5 knows. Arguments: port, certificate file, key file, options as JSON.
var fs = require('fs');
var tls = require('tls');

var options = JSON.parse(process.argv[5]);
options.cert = fs.readFileSync(process.argv[3]);
options.key = fs.readFileSync(process.argv[4]);

function onConnection(stream) {
  stream.on('error', function () {});
  stream.end('HTTP/1.0 200 OK\r\n\r\n');
}

var server = tls.createServer(options, onConnection);
server.on('clientError', function () {});
// Old releases let the errors of a handshake end the process.
process.on('uncaughtException', function (error) {
  process.stderr.write(String(error) + '\n');
  if (error.code === 'EADDRINUSE') process.exit(1);
});
server.listen(Number(process.argv[2]), '127.0.0.1', function () {
  process.stderr.write('listening with OpenSSL ' + process.versions.openssl + '\n');
});
