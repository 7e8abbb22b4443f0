package landing;

import io.meshlock.*;

public class Landing {
  public static void main(String[] args) throws InterruptedException {
    try (Meshlock mesh = Meshlock.builder().node("drone-7").bootstrap().start()) {
      PermitPool docks = mesh.pool("docks", PoolConfig.permits(5));
      try (Grant grant = docks.acquire(2, Priority.of(90))) {
        System.out.println("landing, number " + grant.fencingToken() + ", docks " + grant.slots());
      }
    }
  }
}
