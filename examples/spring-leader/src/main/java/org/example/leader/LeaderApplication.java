package org.example.leader;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.event.EventListener;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;

@SpringBootApplication
public class LeaderApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(LeaderApplication.class, arguments);
    }

    @EventListener
    void lead(OnGrantedEvent event) {
        System.out.println("leading as " + event.getRole());
    }

    @EventListener
    void follow(OnRevokedEvent event) {
        System.out.println("following");
    }
}
