import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.FileInputStream;
import java.net.InetSocketAddress;
import java.security.KeyStore;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** An HTTPS server of the JDK. Arguments: port, PKCS #12 file, its password, `default` or `everything` (all that it supports). */
class TlsServer {
  public static void main(String[] args) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    char[] password = args[2].toCharArray();
    try (FileInputStream file = new FileInputStream(args[1])) {
      store.load(file, password);
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(store, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    SSLParameters parameters =
        args[3].equals("everything") ? context.getSupportedSSLParameters() : context.getDefaultSSLParameters();
    parameters.setNeedClientAuth(false);
    HttpsServer server = HttpsServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters wanted) {
            wanted.setSSLParameters(parameters);
          }
        });
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    System.out.println("ready");
  }
}
