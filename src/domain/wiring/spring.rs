//! Classes that Spring makes and calls by itself: what listens, what runs by the clock, what a base of Spring's has it call.

use super::place::Placed;
use super::{Project, is_test};
use crate::domain::syntax::Outline;

/// Annotations by which Spring makes an object of a class.
const MADE: [&str; 5] = ["Component", "Service", "Repository", "Controller", "Configuration"];
/// Annotations by which it calls a method of one.
const CALLED: [&str; 8] = [
    "EventListener",
    "TransactionalEventListener",
    "ApplicationModuleListener",
    "KafkaListener",
    "RabbitListener",
    "JmsListener",
    "SqsListener",
    "MessageMapping",
];
/// Types whose methods it calls on whatever object it makes.
const BASES: [&str; 10] = [
    "CommandLineRunner",
    "ApplicationRunner",
    "ApplicationListener",
    "SmartLifecycle",
    "WebMvcConfigurer",
    "OncePerRequestFilter",
    "GenericFilterBean",
    "HealthIndicator",
    "AbstractHealthIndicator",
    "BeanPostProcessor",
];
/// What runs by the clock, and what must stand somewhere so that anything does.
pub(super) const SCHEDULED: &str = "Scheduled";
pub(super) const SCHEDULES: &str = "EnableScheduling";

/// Tells how Spring finds and calls a class that nobody names.
pub(super) fn placed(project: &Project<'_>, outline: &Outline) -> Option<Placed> {
    let has = |mark: &&str| outline.marks.contains(*mark);
    MADE.iter().find(|mark| has(mark))?;
    let asked = outline.marks.iter().any(|mark| mark.starts_with("Conditional") || mark == "Profile");
    let called = CALLED.iter().chain(&BASES).find(|mark| has(mark));
    if let Some(mark) = called {
        return if asked {
            Placed::maybe(&format!("the framework calls it by `{mark}` where a condition holds"))
        } else {
            Placed::firm(&format!("the framework calls it by `{mark}`"))
        };
    }
    if !has(&SCHEDULED) {
        return None;
    }
    let switched = project.survey.mentions.get(SCHEDULES).into_iter().flatten().any(|file| {
        let code = project.outline(file);
        let marked = code.map_or(!file.as_str().ends_with(".md"), |o| o.marks.contains(SCHEDULES));
        !is_test(file) && marked
    });
    if switched && !asked {
        return Placed::firm("the framework calls it by `Scheduled`");
    }
    Placed::maybe(
        "the framework calls it by `Scheduled` where that is switched on, and nothing was found that does so",
    )
}
