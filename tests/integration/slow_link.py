#!/usr/bin/env python3
"""slow_link.py PORT: a way to the server on that port which holds little. Prints the port it listens on; on "stop" from stdin
nothing is taken from the server any more, on "go" everything again. Segments and buffers are small, so that what is not
taken soon waits inside the server."""
import socket
import sys
import threading

open_again = threading.Event()
open_again.set()


def pump(source, sink, gate=None):
    try:
        while True:
            if gate:
                gate.wait()
            data = source.recv(1024)
            if not data:
                break
            sink.sendall(data)
    except OSError:
        pass
    for side in (source, sink):
        try:
            side.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def connect(client, port):
    server = socket.socket()
    server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    server.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    server.connect(("127.0.0.1", port))
    threading.Thread(target=pump, args=(client, server), daemon=True).start()
    threading.Thread(target=pump, args=(server, client, open_again), daemon=True).start()


def accept(listener, port):
    while True:
        connect(listener.accept()[0], port)


def main():
    listener = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=accept, args=(listener, int(sys.argv[1])), daemon=True).start()
    print(listener.getsockname()[1], flush=True)
    for line in sys.stdin:
        open_again.clear() if line.strip() == "stop" else open_again.set()
        print(line.strip(), flush=True)


if __name__ == "__main__":
    main()
