module landing {
    requires io.meshlock;
}
